// A database file: one connection whose prepared statements are kept, because preparing costs more than running.
import type { Client, InArgs, InStatement, ResultSet, TransactionMode } from "@libsql/client";
import type Libsql from "libsql";
import { unavailability } from "./errors.ts";
import { namesIn, ONE_ROW } from "./statement.ts";

// Tells whether anything may have been committed to a database file since an earlier look.

/** Changes with each commit of another connection: https://sqlite.org/pragma.html#pragma_data_version */
const VERSION = "PRAGMA data_version";

interface ChangeCounter {
  /** Counts a change that this process makes or may have made. */
  raise(): number;
  /**
   * Returns the count, after looking for commits of other processes. A look takes 5 us, half of the cheapest query, and
   * saves every query that depends on nothing but what is committed.
   */
  read(db: Libsql.Database): number;
}

function createChangeCounter(): ChangeCounter {
  let count = 0;
  let connection: Libsql.Database | undefined;
  let query: Libsql.Statement | undefined;
  let version: unknown;

  return {
    raise: () => ++count,
    read(db) {
      // Versions of different connections cannot be compared.
      if (db !== connection) version = undefined;
      if (db !== connection) query = db.prepare(VERSION).raw();
      connection = db;
      const [latest] = query!.get() as unknown[];
      if (latest !== version) count++;
      version = latest;
      return count;
    },
  };
}

// The journal of a damaged database file, which a repair of that file may need.

/**
 * Copies the journal of the database at `path` to `PATH.damaged-wal`. SQLite deletes the journal of a damaged file when
 * the connection is closed, at the latest when the process exits.
 */
export function keepJournal(path: string): void {
  try {
    if (Deno.statSync(`${path}-wal`).size === 0) return;
    Deno.copyFileSync(`${path}-wal`, `${path}.damaged-wal`);
  } catch {
    // There is no journal, or no room for a copy. The caller reports the damage.
  }
}

/** Renames the journal: SQLite must not apply it to the file that replaces the one at `path`. */
export async function moveJournal(path: string): Promise<void> {
  for (const ending of ["-wal", "-shm", "-journal"]) {
    try {
      await Deno.rename(path + ending, `${path}.damaged${ending}`);
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    }
  }
}

// Converts between paths and the `file:` URLs that the libSQL client understands.

/** The `file:` URL of `path`. Characters with a meaning in URLs are escaped. */
export function fileUrl(path: string): string {
  return `file:${path.replace(/[%?#]/g, encodeURIComponent)}`;
}

/** The path of a `file:` URL. */
export function pathOf(url: string): string {
  return decodeURIComponent(url.slice("file:".length));
}

// Keeps a connection's statements prepared, because preparing costs more than running.

/** Statements kept prepared. The product has some two hundred; text that is built for one call must not add up. */
const MAX_STATEMENTS = 500;

const READS = /^\s*(select|with)\b/i;
const WRITES = /\b(insert|update|delete|replace)\b/i;

interface Prepared {
  statement: Libsql.Statement;
  /** The names of its parameters in order: the driver takes half as long for a list of values as for a record. */
  names: string[];
  /** Whether it may change something; a reading statement that names a writing one counts as writing. */
  writes: boolean;
  /** Whether it has at most one row: the driver's `get` takes 3 us, its `all` 7 us. */
  isOneRow: boolean;
  /** The names of its columns; absent if the statement returns no rows. */
  columns?: string[];
}

function createPreparedStatements() {
  const prepared = new Map<string, Prepared>();
  return {
    of(db: Libsql.Database, sql: string): Prepared {
      const kept = prepared.get(sql);
      if (kept) return kept;
      const statement = db.prepare(sql);
      const writes = !READS.test(sql) || WRITES.test(sql);
      const known = { names: namesIn(sql), writes, isOneRow: sql.endsWith(ONE_ROW) };
      const made = statement.reader
        ? {
          ...known,
          statement: statement.raw(),
          columns: statement.columns().map(({ name }) => name),
        }
        : { ...known, statement };
      if (prepared.size >= MAX_STATEMENTS) prepared.delete(prepared.keys().next().value!);
      prepared.set(sql, made);
      return made;
    },
    clear: () => prepared.clear(),
  };
}

/** A row that is read by name, as the rows of a statement with named parameters are. */
function namedRow(columns: readonly string[], values: unknown[]): object {
  const row: Record<string, unknown> = {};
  for (let i = 0; i < columns.length; i++) row[columns[i]!] = values[i];
  return row;
}

/** A row that is also read by position, as drizzle does: two columns of a join may share a name, and the first keeps it. */
function placedRow(columns: readonly string[], values: unknown[]): object {
  const row: Record<string, unknown> = {};
  Object.defineProperty(row, "length", { value: columns.length });
  for (let i = columns.length - 1; i >= 0; i--) {
    Object.defineProperty(row, i, { value: values[i] });
    row[columns[i]!] = values[i];
  }
  return row;
}

/** The native wait blocks the event loop, so it is short: write_queue.ts waits instead. */
const NATIVE_LOCK_TIMEOUT_MS = 10;
/** Set for each connection, and lost with it. What is deleted is overwritten (docs/running.md#erased-data). */
const PRAGMAS = "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; " +
  "PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON";
type OpenFile = new (path: string, options: { timeout: number }) => Libsql.Database;

/** A file's connection. */
export interface FileClient extends Client {
  /** A number that differs from the previous one if anything may have been committed since, by any process. */
  changes(): number;
}

/**
 * Opens the file at once. After one SQLITE_BUSY the native connection reports writes as done that it never commits, so
 * after every failure that is not the statement's own the connection is replaced before it is used again.
 */
export function openFileClient(Database: OpenFile, url: string): FileClient {
  const prepared = createPreparedStatements();
  let connection: Libsql.Database | undefined = connect();
  let configured = false;
  let closed = false;
  let journalKept = false;
  const changes = createChangeCounter();

  return {
    changes() {
      try {
        return run(changes.read);
      } catch {
        return changes.raise(); // Unknown. The caller's next query reports the error.
      }
    },
    execute: (statement: InStatement, args?: InArgs) =>
      Promise.try(() => run((db) => execute(db, statement, args))),
    batch: (statements, mode) => Promise.try(() => run((db) => batch(db, statements, mode))),
    migrate: (statements) =>
      Promise.try(() =>
        run((db) => {
          // Tables that others reference are built anew, which foreign keys would forbid.
          db.exec("PRAGMA foreign_keys = OFF");
          try {
            return batch(db, statements);
          } finally {
            db.exec("PRAGMA foreign_keys = ON");
            prepared.clear();
          }
        })
      ),
    executeMultiple: (sql) =>
      Promise.try(() =>
        run((db) => {
          changes.raise();
          db.exec(sql);
        })
      ),
    transaction: () => Promise.reject(new Error("Cannot hold a transaction open: use batch")),
    sync: () => Promise.reject(new Error("Cannot sync: a file has no server")),
    reconnect: () => Promise.try(disconnect),
    close() {
      closed = true;
      disconnect();
    },
    get closed() {
      return closed;
    },
    protocol: "file",
  };

  function run<T>(work: (db: Libsql.Database) => T): T {
    if (closed) throw new Error("Cannot use the database: it is closed");
    try {
      connection ??= connect();
      if (!configured) connection.exec(PRAGMAS);
      configured = true;
      return work(connection);
    } catch (error) {
      const reason = unavailability(error);
      if (reason === "damaged" && !journalKept) {
        keepJournal(pathOf(url));
        journalKept = true;
      }
      if (reason) disconnect();
      throw error;
    }
  }

  function connect(): Libsql.Database {
    return new Database(pathOf(url), { timeout: NATIVE_LOCK_TIMEOUT_MS });
  }

  function disconnect() {
    prepared.clear();
    configured = false;
    connection?.close();
    connection = undefined;
  }

  /** All statements in one transaction, or none. */
  function batch(
    db: Libsql.Database,
    statements: readonly (InStatement | [string, InArgs?])[],
    mode?: TransactionMode,
  ) {
    db.exec(mode === "read" ? "BEGIN" : "BEGIN IMMEDIATE");
    try {
      const results = statements.map((statement) =>
        Array.isArray(statement) ? execute(db, statement[0], statement[1]) : execute(db, statement)
      );
      db.exec("COMMIT");
      return results;
    } catch (error) {
      // Some failures, such as a full disk, have rolled back already.
      if (db.inTransaction) db.exec("ROLLBACK");
      throw error;
    }
  }

  function execute(db: Libsql.Database, statement: InStatement, more?: InArgs): ResultSet {
    const { sql, args = more ?? [] } = typeof statement === "string"
      ? { sql: statement }
      : statement;
    const { statement: native, names, columns, isOneRow, writes } = prepared.of(db, sql);
    if (writes) changes.raise();
    const values = Array.isArray(args) ? args.map(toNative) : names.map((name) => args[name]);
    if (!columns) return result([], Number(native.run(values).changes));
    const toRow = Array.isArray(args) ? placedRow : namedRow;
    if (isOneRow) {
      const row = native.get(values) as unknown[] | undefined;
      return result(row ? [toRow(columns, row)] : [], 0);
    }
    return result((native.all(values) as unknown[][]).map((row) => toRow(columns, row)), 0);
  }
}

function toNative(value: unknown): unknown {
  if (typeof value === "boolean") return value ? 1 : 0;
  return value;
}

function result(rows: object[], rowsAffected: number): ResultSet {
  return { rows, rowsAffected, columns: [], columnTypes: [] } as unknown as ResultSet;
}
