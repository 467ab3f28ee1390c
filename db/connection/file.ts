// A database file, which the runtime's own engine opens: one connection whose prepared statements are kept.
import { DatabaseSync, StatementSync } from "node:sqlite";
import { keepJournal } from "./damaged_journal.ts";
import { DatabaseUnavailableError, unavailability } from "./errors.ts";
import { pathOf } from "./file_url.ts";
import { type Asked, bare, type Port, type Rows } from "./port.ts";
import { namesIn, numbered } from "./statement.ts";

/** The engine's wait blocks the event loop, so it is short: write_queue.ts waits instead. */
const LOCK_TIMEOUT_MS = 10;
/** Set for the connection. What is deleted is overwritten (docs/running.md#erased-data). */
const PRAGMAS = `pragma busy_timeout = ${LOCK_TIMEOUT_MS}; pragma journal_mode = wal;
  pragma synchronous = full; pragma foreign_keys = on; pragma secure_delete = on`;
/** Changes with each commit of another connection: https://sqlite.org/pragma.html#pragma_data_version */
const VERSION = "pragma data_version";

/** A file can always tell whether it has changed. */
export type FilePort = Port & Required<Pick<Port, "changes">>;

/** Opens the file of a `file:` URL at once. @throws DatabaseUnavailableError if it cannot be opened */
export function openFile(url: string): FilePort {
  const path = pathOf(url);
  const db = opened(path);
  const prepared = createPreparedStatements(db);
  let configured = false;
  let closed = false;
  let journalKept = false;
  let changes = 0;
  let version: unknown;

  return {
    read: (asked) =>
      Promise.try(run, () => asked.length === 1 ? [rowsOf(asked[0]!)] : together("begin", asked)),
    write: (asked) => Promise.try(run, () => together("begin immediate", asked)),
    rebuild: (statements) => Promise.try(run, () => rebuild(statements)),
    changes() {
      try {
        // A look takes 1 us, a tenth of the cheapest query, and saves every query that depends on what is committed alone.
        const [latest] = Object.values(run(() => prepared.of(VERSION).statement.get())!);
        if (latest !== version) changes++;
        version = latest;
      } catch {
        changes++; // Unknown. The caller's next query reports the error.
      }
      return changes;
    },
    close() {
      if (!closed) db.close();
      closed = true;
    },
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
  function together(begin: string, asked: readonly Asked[]): Rows[] {
    db.exec(begin);
    try {
      const rows = asked.map(rowsOf);
      db.exec("commit");
      return rows;
    } catch (error) {
      try {
        db.exec("rollback");
      } catch {
        // Some failures, such as a full disk, have rolled back already.
      }
      throw error;
    }
  }

  function rebuild(statements: readonly string[]): void {
    db.exec("pragma foreign_keys = off");
    try {
      together("begin immediate", statements.map(bare));
    } finally {
      db.exec("pragma foreign_keys = on");
      // A table may have other columns now.
      prepared.clear();
    }
  }

  function rowsOf({ sql, args }: Asked): Rows {
    const { statement, names, columns, writes } = prepared.of(sql);
    if (writes) changes++;
    if (Array.isArray(args)) return statement.all(...args).map((row) => valuesOf(row, columns));
    const rows = names ? statement.all(...names.map((name) => args[name]!)) : statement.all(args);
    return rows.map((row) => named(columns, valuesOf(row, columns)));
  }
}

function opened(path: string): DatabaseSync {
  try {
    return withPrivateUmask(() => new DatabaseSync(path));
  } catch (cause) {
    // The folder is missing, or there is no permission.
    throw new DatabaseUnavailableError("unreachable", { cause });
  }
}

/** Files that `make` makes are readable by this account alone. SQLite gives journals the mode of their database. */
function withPrivateUmask<T>(make: () => T): T {
  if (Deno.build.os === "windows") return make();
  const before = Deno.umask(0o077);
  try {
    return make();
  } finally {
    Deno.umask(before);
  }
}

/** Statements kept prepared. The product has some four hundred; text that is built for one call must not add up. */
const MAX_STATEMENTS = 1_000;

/** Deno 2.5 takes values by name alone, and has no rows as lists. */
const TAKES_LISTS = "setReturnArrays" in StatementSync.prototype;

const READS = /^\s*(select|with)\b/i;
const WRITES = /\b(insert|update|delete|replace)\b/i;

interface Prepared {
  statement: StatementSync;
  /** The names of its parameters in order, if it takes a list: a third of the time of a record. */
  names?: string[];
  /** The names of its columns. Rows come as lists, which takes a fifth of the time of the engine's objects. */
  columns: string[];
  /** Whether it may change something; a reading statement that names a writing one counts as writing. */
  writes: boolean;
}

/** Preparing costs more than running. */
function createPreparedStatements(db: DatabaseSync) {
  const prepared = new Map<string, Prepared>();
  return {
    of(sql: string): Prepared {
      const kept = prepared.get(sql);
      if (kept) return kept;
      const statement = db.prepare(TAKES_LISTS ? numbered(sql) : sql);
      if (TAKES_LISTS) statement.setReturnArrays(true);
      const made = {
        statement,
        names: TAKES_LISTS ? namesIn(sql) : undefined,
        columns: statement.columns().map(({ name }) => name),
        writes: !READS.test(sql) || WRITES.test(sql),
      };
      if (prepared.size >= MAX_STATEMENTS) prepared.delete(prepared.keys().next().value!);
      prepared.set(sql, made);
      return made;
    },
    clear: () => prepared.clear(),
  };
}

/** The values of a row in order. Of columns that share a name, a row of Deno 2.5 has the last. */
function valuesOf(row: unknown, columns: readonly string[]): unknown[] {
  return Array.isArray(row) ? row : columns.map((name) => (row as Record<string, unknown>)[name]);
}

function named(columns: readonly string[], values: unknown[]): object {
  const row: Record<string, unknown> = {};
  for (let i = 0; i < columns.length; i++) row[columns[i]!] = values[i];
  return row;
}
