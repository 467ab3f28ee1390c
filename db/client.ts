// Opens the database: a file beside the server, or a libSQL server (Turso, sqld) over HTTP.
import type { Client } from "@libsql/client";
import type { BatchItem, BatchResponse } from "drizzle-orm/batch";
import { LibSQLDatabase } from "drizzle-orm/libsql/driver-core";
import { LibSQLSession } from "drizzle-orm/libsql/session";
import { SQLiteAsyncDialect } from "drizzle-orm/sqlite-core";
import type { Statement } from "./statement.ts";
import { DatabaseUnavailableError } from "./errors.ts";
import { type FileClient, openFileClient } from "./file_client.ts";
import { migrate, type SchemaState, schemaState } from "./migrate.ts";
import { listenTo, openRemote } from "./remote.ts";
import { accounts } from "./schema/accounts.ts";
import { type TellStatements, toldClient } from "./told_client.ts";
import { writeTablesAnew } from "./write_anew.ts";
import { createWriteQueue, retryWhileLocked } from "./write_queue.ts";

// One call for all who ask in the same turn of the event loop.

/**
 * Returns a function that resolves to what `work` returns. Calls of one turn share one call of `work`, which is made
 * after all of them, so each result is at least as new as its call.
 */
export function onceATurn<T>(work: () => T): () => Promise<T> {
  let coming: Promise<T> | undefined;
  return () =>
    coming ??= new Promise((resolve, reject) =>
      setImmediate(() => {
        coming = undefined;
        try {
          resolve(work());
        } catch (error) {
          reject(error);
        }
      })
    );
}

// Drizzle on a client. Its own `drizzle` from "drizzle-orm/libsql/web" would load the client for servers in every process.

function queryBuilder(client: Client): LibSQLDatabase {
  const dialect = new SQLiteAsyncDialect();
  const session = new LibSQLSession<Record<string, never>, Record<string, never>>(
    client,
    dialect,
    undefined,
    {},
    undefined,
  );
  return new LibSQLDatabase("async", dialect, session, undefined);
}

export const MIGRATIONS = `${import.meta.dirname}/migrations`;
const SCHEMA = `${import.meta.dirname}/schema.sql`;

/** The statements of one write. They commit together or not at all. */
type Statements = readonly [BatchItem<"sqlite">, ...BatchItem<"sqlite">[]];

/** The same with a name for each result. */
type NamedStatements = Record<string, BatchItem<"sqlite">>;

/** The result of each statement, by its name. */
type Results<S extends NamedStatements> = { [K in keyof S]: S[K]["_"]["result"] };

interface Write {
  <const S extends Statements>(build: (db: LibSQLDatabase) => S): Promise<BatchResponse<S>>;
  <const S extends NamedStatements>(
    build: (db: LibSQLDatabase) => S,
  ): Promise<Results<S>>;
}

/** The database. All reads go through `read`, all writes through `write`. */
export interface Database {
  readonly read: LibSQLDatabase;
  /** Reads with a constant statement. @throws DatabaseUnavailableError */
  all<T>(statement: Statement<T>): Promise<T[]>;
  /** Reads with several of them, of one moment: a server is asked once. @throws DatabaseUnavailableError */
  together<S extends Record<string, Statement<unknown>>>(statements: S): Promise<Results<S>>;
  /** Whether other instances may share this database, so that their commits have to be looked for. */
  readonly remote: boolean;
  /** News of changed rooms, of any instance (remote.ts). A file has none. */
  news?(signal: AbortSignal): AsyncIterable<unknown>;
  /**
   * A number that differs from the previous one if anything may have been committed since, by any process, up to this
   * call. Undefined for a remote database, which has to be asked.
   */
  changes(): Promise<number | undefined>;
  /**
   * Commits the statements in one transaction, together with the other writes of this turn of the event loop. Returns
   * their results: in order for a list, by name for a record.
   * @throws DatabaseUnavailableError if the lock stays held, the disk is full or the server is unreachable
   */
  write: Write;
  /** Applies the migrations that are missing. @throws DatabaseUnavailableError */
  migrate(): Promise<void>;
  /** Whether migrations are missing. @throws DatabaseUnavailableError */
  schemaState(): Promise<SchemaState>;
  /**
   * Takes what was deleted out of a file's journal, and with `all` out of the whole file, which is then written anew and
   * blocks this process for some seconds a gigabyte. A server looks after its own files.
   * @throws DatabaseUnavailableError
   */
  forgetErased(all: boolean): Promise<void>;
  /** Closes the connection. A file then needs no journal, unless another process uses it. Never throws. */
  close(): Promise<void>;
}

/**
 * Opens `url` (`file:`, `libsql:`, `https:` or `http:`). `tell` hears of each call and its time.
 * @throws DatabaseUnavailableError if a file cannot be opened
 */
export async function openDatabase(
  url: string,
  authToken?: string,
  tell?: TellStatements,
): Promise<Database> {
  const told = (client: Client) => tell ? toldClient(client, tell) : client;
  const file = url.startsWith("file:") ? openFile(url) : undefined;
  if (file) return databaseOf(told(file), file);
  return {
    ...databaseOf(told(await openRemote(url, authToken))),
    news: (signal) => listenTo({ url, authToken, table: "rooms" }, signal),
  };
}

function databaseOf(client: Client, file?: FileClient): Database {
  const reading = retryingClient(client);
  const db = queryBuilder(reading);
  const commit = createWriteQueue<BatchItem<"sqlite">>(async (statements) => [
    ...await db.batch(statements as unknown as Statements),
  ]);
  const write = async (build: (d: typeof db) => Statements | NamedStatements) => {
    const statements = build(db);
    if (isList(statements)) return await commit([...statements]);
    const results = await commit(Object.values(statements));
    return Object.fromEntries(Object.keys(statements).map((name, i) => [name, results[i]]));
  };
  return {
    read: db,
    all: async <T>({ sql, args }: Statement<T>) =>
      (await reading.execute({ sql, args })).rows as unknown as T[],
    together: async (statements) => {
      const asked = Object.values(statements).map(({ sql, args }) => ({ sql, args }));
      const results = await retryWhileLocked(() => client.batch(asked, "read"));
      const rows = Object.keys(statements).map((name, i) => [name, results[i]!.rows]);
      return Object.fromEntries(rows);
    },
    remote: !file,
    changes: onceATurn(() => file?.changes()),
    write: write as Write,
    migrate: () => migrate(client, MIGRATIONS, SCHEMA),
    schemaState: () => schemaState(client, MIGRATIONS),
    forgetErased: async (all) => {
      if (!file) return;
      if (all) await writeTablesAnew(client);
      await checkpoint(client);
    },
    close: () => Promise.resolve(client.close()),
  };
}

function isList(statements: Statements | NamedStatements): statements is Statements {
  return Array.isArray(statements);
}

/** Reads wait for the lock here. Writes wait in the write queue, where later ones join their batch. */
function retryingClient(client: Client): Client {
  return {
    ...client,
    execute: (...args: Parameters<Client["execute"]>) =>
      retryWhileLocked(() => client.execute(...args)),
    batch: (statements) => client.batch(statements, "write"),
  };
}

/** Moves the journal's content into the file, and empties the journal. */
async function checkpoint(client: Client): Promise<void> {
  // If another process has the file open, or it cannot be written, the journal stays and nothing is lost.
  await client.execute("PRAGMA wal_checkpoint(TRUNCATE)").catch(() => {});
}

function openFile(url: string): FileClient {
  try {
    return withPrivateUmask(() => openFileClient(url));
  } catch (cause) {
    // The file is opened at once: the folder is missing, or there is no permission.
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

// Whether the database can be read.

/** Reads from a real table. Rejects if the database cannot be read. */
export async function ping(db: Database): Promise<void> {
  await db.read.select({ id: accounts.id }).from(accounts).limit(1);
}
