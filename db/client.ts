// Opens the database: a file beside the server, or a libSQL server (Turso, sqld) over HTTP.
import type { Client } from "@libsql/client";
import type { BatchItem, BatchResponse } from "drizzle-orm/batch";
import type { LibSQLDatabase } from "drizzle-orm/libsql";
import { drizzle } from "drizzle-orm/libsql/web";
import { DatabaseUnavailableError } from "./errors.ts";
import { healingClient, NATIVE_WAIT_MS } from "./healing_client.ts";
import { migrate, type SchemaState, schemaState } from "./migrate.ts";
import { patiently } from "./patience.ts";
import { openRemote } from "./remote_client.ts";
import { createWriteQueue } from "./write_queue.ts";

const MIGRATIONS = `${import.meta.dirname}/migrations`;

/** What a write is made of: queries that commit together or not at all. */
type Statements = readonly [BatchItem<"sqlite">, ...BatchItem<"sqlite">[]];

/** Read with `read`, write with `write`: nothing else touches the connection. */
export interface Database {
  readonly read: LibSQLDatabase;
  /** Whether other instances may share this database, so that its revisions have to be watched. */
  readonly remote: boolean;
  /**
   * Commits the statements as one, together with whatever else was asked for in this turn of the event loop.
   * @throws DatabaseUnavailableError where the lock stays held, the disk is full or the server is out of reach
   */
  write<const S extends Statements>(
    build: (db: LibSQLDatabase) => S,
  ): Promise<BatchResponse<S>>;
  /** Brings the tables up to date with migrations/. @throws DatabaseUnavailableError */
  migrate(): Promise<void>;
  /** How far they are. @throws DatabaseUnavailableError */
  schemaState(): Promise<SchemaState>;
  /** A file then holds everything by itself, unless another process was at it. Never throws. */
  close(): Promise<void>;
}

/** Opens `url` (`file:`, `libsql:`, `https:` or `http:`). @throws DatabaseUnavailableError where a file cannot be opened */
export async function openDatabase(url: string, authToken?: string): Promise<Database> {
  const remote = !url.startsWith("file:");
  const client = remote ? await openRemote(url, authToken) : await openFile(url);
  const db = drizzle(patientClient(client));
  const commit = createWriteQueue<BatchItem<"sqlite">>(async (statements) => [
    ...await db.batch(statements as unknown as Statements),
  ]);
  return {
    read: db,
    remote,
    write: async <const S extends Statements>(build: (d: typeof db) => S) =>
      await commit([...build(db)]) as BatchResponse<S>,
    migrate: () => migrate(client, MIGRATIONS),
    schemaState: () => schemaState(client, MIGRATIONS),
    close: async () => {
      if (!remote) await foldJournal(client);
      client.close();
    },
  };
}

/** Reads wait for the lock here, writes in the write queue, where those that come meanwhile join them. */
function patientClient(client: Client): Client {
  return {
    ...client,
    execute: (...args: Parameters<Client["execute"]>) => patiently(() => client.execute(...args)),
    batch: (statements) => client.batch(statements, "write"),
  };
}

/**
 * Moves what is only in the journal into the file: the native client does not on its way out, and who copies a
 * stopped cafe's file alone would miss the last of it.
 */
async function foldJournal(client: Client): Promise<void> {
  // Where somebody else holds the lock, or nothing works any more, the journal stays and nothing is lost.
  await client.execute("PRAGMA wal_checkpoint(TRUNCATE)").catch(() => {});
}

// A literal dynamic import, so that a remote database never loads the native addon (and `deno compile` sees it).
async function openFile(url: string): Promise<Client> {
  const { createClient } = await import("@libsql/client/sqlite3");
  try {
    const open = () => createClient({ url, concurrency: 1, timeout: NATIVE_WAIT_MS });
    return healingClient(privately(open));
  } catch (cause) {
    // It opens the file at once: there is no such folder, or no permission.
    throw new DatabaseUnavailableError("unreachable", { cause });
  }
}

/** A file that `make` makes is for this account alone; SQLite gives its journals the mode of their database. */
function privately<T>(make: () => T): T {
  if (Deno.build.os === "windows") return make();
  const before = Deno.umask(0o077);
  try {
    return make();
  } finally {
    Deno.umask(before);
  }
}
