// A database file, which the runtime's own engine opens: one connection whose prepared statements are kept.
import type { Client, InArgs, InStatement, ResultSet, TransactionMode } from "@libsql/client";
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { unavailability } from "./errors.ts";

// Tells whether anything may have been committed to a database file since an earlier look.

/** Changes with each commit of another connection: https://sqlite.org/pragma.html#pragma_data_version */
const VERSION = "PRAGMA data_version";

interface ChangeCounter {
  /** Counts a change that this process makes or may have made. */
  raise(): number;
  /**
   * Returns the count, after looking for commits of other processes. A look takes 1 us, a tenth of the cheapest query, and
   * saves every query that depends on nothing but what is committed.
   */
  read(db: DatabaseSync): number;
}

function createChangeCounter(): ChangeCounter {
  let count = 0;
  let query: StatementSync | undefined;
  let version: unknown;

  return {
    raise: () => ++count,
    read(db) {
      query ??= db.prepare(VERSION);
      const latest = query.get()!.data_version;
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

/** Statements kept prepared. The product has some four hundred; text that is built for one call must not add up. */
const MAX_STATEMENTS = 1_000;

const READS = /^\s*(select|with)\b/i;
const WRITES = /\b(insert|update|delete|replace)\b/i;

interface Prepared {
  statement: StatementSync;
  /** The names of its columns. Rows come as lists, which takes a fifth of the time of the engine's objects. */
  columns: string[];
  /** Whether it may change something; a reading statement that names a writing one counts as writing. */
  writes: boolean;
}

function createPreparedStatements(db: DatabaseSync) {
  const prepared = new Map<string, Prepared>();
  return {
    of(sql: string): Prepared {
      const kept = prepared.get(sql);
      if (kept) return kept;
      const statement = db.prepare(sql);
      // Deno 2.5 has no rows as lists.
      statement.setReturnArrays?.(true);
      const columns = statement.columns().map(({ name }) => name);
      const made = { statement, columns, writes: !READS.test(sql) || WRITES.test(sql) };
      if (prepared.size >= MAX_STATEMENTS) prepared.delete(prepared.keys().next().value!);
      prepared.set(sql, made);
      return made;
    },
    clear: () => prepared.clear(),
  };
}

/** The values of a row. Of columns that share a name, a row as an object has the last. */
function valuesOf(row: unknown, columns: readonly string[]): unknown[] {
  return Array.isArray(row) ? row : columns.map((name) => (row as Record<string, unknown>)[name]);
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

/** The engine's wait blocks the event loop, so it is short: write_queue.ts waits instead. */
const ENGINE_LOCK_TIMEOUT_MS = 10;
/** Set for the connection. What is deleted is overwritten (docs/running.md#erased-data). */
const PRAGMAS = `PRAGMA busy_timeout = ${ENGINE_LOCK_TIMEOUT_MS}; PRAGMA journal_mode = WAL; ` +
  "PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON";

/** A file's connection. */
export interface FileClient extends Client {
  /** A number that differs from the previous one if anything may have been committed since, by any process. */
  changes(): number;
}

/** Opens the file at once. @throws if it cannot be opened */
export function openFileClient(url: string): FileClient {
  const path = pathOf(url);
  const db = new DatabaseSync(path);
  const prepared = createPreparedStatements(db);
  const changes = createChangeCounter();
  let configured = false;
  let closed = false;
  let journalKept = false;

  return {
    changes() {
      try {
        return run(() => changes.read(db));
      } catch {
        return changes.raise(); // Unknown. The caller's next query reports the error.
      }
    },
    execute: (statement: InStatement, args?: InArgs) =>
      Promise.try(() => run(() => execute(statement, args))),
    batch: (statements, mode) => Promise.try(() => run(() => batch(statements, mode))),
    migrate: (statements) =>
      Promise.try(() =>
        run(() => {
          // Tables that others reference are built anew, which foreign keys would forbid.
          db.exec("PRAGMA foreign_keys = OFF");
          try {
            return batch(statements);
          } finally {
            db.exec("PRAGMA foreign_keys = ON");
            prepared.clear();
          }
        })
      ),
    executeMultiple: (sql) =>
      Promise.try(() =>
        run(() => {
          changes.raise();
          db.exec(sql);
        })
      ),
    transaction: () => Promise.reject(new Error("Cannot hold a transaction open: use batch")),
    sync: () => Promise.reject(new Error("Cannot sync: a file has no server")),
    reconnect: () => Promise.reject(new Error("Cannot reconnect: a file has no server")),
    close() {
      if (!closed) db.close();
      closed = true;
    },
    get closed() {
      return closed;
    },
    protocol: "file",
  };

  function run<T>(work: () => T): T {
    if (closed) throw new Error("Cannot use the database: it is closed");
    try {
      if (!configured) db.exec(PRAGMAS);
      configured = true;
      return work();
    } catch (error) {
      if (!journalKept && unavailability(error) === "damaged") {
        keepJournal(path);
        journalKept = true;
      }
      throw error;
    }
  }

  /** All statements in one transaction, or none. */
  function batch(
    statements: readonly (InStatement | [string, InArgs?])[],
    mode?: TransactionMode,
  ) {
    db.exec(mode === "read" ? "BEGIN" : "BEGIN IMMEDIATE");
    try {
      const results = statements.map((statement) =>
        Array.isArray(statement) ? execute(statement[0], statement[1]) : execute(statement)
      );
      db.exec("COMMIT");
      return results;
    } catch (error) {
      try {
        db.exec("ROLLBACK");
      } catch {
        // Some failures, such as a full disk, have rolled back already.
      }
      throw error;
    }
  }

  function execute(given: InStatement, more?: InArgs): ResultSet {
    const { sql, args = more ?? [] } = typeof given === "string" ? { sql: given } : given;
    const { statement, columns, writes } = prepared.of(sql);
    if (writes) changes.raise();
    const [rows, toRow] = Array.isArray(args)
      ? [statement.all(...args.map(toNative)), placedRow]
      : [statement.all(args as Record<string, SQLInputValue>), namedRow];
    return result(rows.map((row) => toRow(columns, valuesOf(row, columns))));
  }
}

function toNative(value: unknown): SQLInputValue {
  return typeof value === "boolean" ? Number(value) : value as SQLInputValue;
}

function result(rows: object[]): ResultSet {
  return { rows, rowsAffected: 0, columns: [], columnTypes: [] } as unknown as ResultSet;
}
