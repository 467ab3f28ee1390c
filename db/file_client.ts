// A database file: one connection whose prepared statements are kept, because preparing costs more than running.
import type { Client, InArgs, InStatement, ResultSet, TransactionMode } from "@libsql/client";
import type Libsql from "libsql";
import { createChangeCounter } from "./change_counter.ts";
import { keepJournal } from "./damaged_journal.ts";
import { unavailability } from "./errors.ts";
import { pathOf } from "./file_url.ts";
import { createPreparedStatements } from "./prepared_statements.ts";

/** The native wait blocks the event loop, so it is short: lock_retry.ts and the write queue wait instead. */
export const NATIVE_LOCK_TIMEOUT_MS = 10;
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
    const { statement: native, toRow, writes } = prepared.of(db, sql);
    if (writes) changes.raise();
    const values = (args as unknown[]).map(toNative);
    if (!toRow) return result([], Number(native.run(values).changes));
    return result((native.all(values) as unknown[][]).map(toRow), 0);
  }
}

function toNative(value: unknown): unknown {
  if (typeof value === "boolean") return value ? 1 : 0;
  return value;
}

function result(rows: object[], rowsAffected: number): ResultSet {
  return { rows, rowsAffected, columns: [], columnTypes: [] } as unknown as ResultSet;
}
