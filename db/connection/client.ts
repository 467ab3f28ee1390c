// Opens the database: a file beside the server, or a libSQL server (Turso, sqld) over HTTP.
import { join } from "node:path";
import { type Builder, createDrizzle, type Query, type Reader, resultsOf } from "./drizzle.ts";
import { openFile } from "./file.ts";
import { migrate, type SchemaState, schemaState } from "./migrate.ts";
import { bare, type Port } from "./port.ts";
import { listenTo, openRemote } from "./remote.ts";
import { accounts } from "../schema/accounts.ts";
import type { Statement } from "./statement.ts";
import { type TellStatements, toldPort } from "./told_port.ts";
import { onceATurn } from "./turns.ts";
import { writeTablesAnew } from "./write_anew.ts";
import { createWriteQueue, retryWhileLocked } from "./write_queue.ts";

const MIGRATIONS = join(import.meta.dirname!, "../migrations");
const SCHEMA = join(import.meta.dirname!, "../schema.sql");
/** Moves the journal's content into the file, and empties the journal. */
const CHECKPOINT = bare("pragma wal_checkpoint(truncate)");

/** A statement of a write: SQL, or a query of drizzle. */
type Item = Statement<unknown> | Query;

/** What it results in. */
type Result<I> = I extends Statement<infer Row> ? Row[]
  : I extends Query ? I["_"]["result"]
  : never;

/** The statements of one write. They commit together or not at all. */
type Items = readonly [Item, ...Item[]];

/** The same with a name for each result. */
type NamedItems = Record<string, Item>;

/** The results, in order or by name. */
type Results<I extends Items | NamedItems> = { -readonly [K in keyof I]: Result<I[K]> };

interface Write {
  <const I extends Items>(build: (db: Builder) => I): Promise<Results<I>>;
  <const I extends NamedItems>(build: (db: Builder) => I): Promise<Results<I>>;
}

/** The database. All reads go through `read`, all writes through `write`. */
export interface Database {
  readonly read: Reader;
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
   * takes half a minute a gigabyte. A server looks after its own files.
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
  const told = (port: Port) => tell ? toldPort(port, tell) : port;
  if (url.startsWith("file:")) return databaseOf(told(openFile(url)));
  return {
    ...databaseOf(told(await openRemote(url, authToken))),
    news: (signal) => listenTo({ url, authToken, table: "rooms" }, signal),
  };
}

function databaseOf(port: Port): Database {
  // Reads wait for the lock here. Writes wait in the write queue, where later ones join their batch.
  const read: Port["read"] = (asked) => retryWhileLocked(() => port.read(asked));
  const commit = createWriteQueue(port.write);
  const drizzle = createDrizzle(read);
  const write = async (build: (db: Builder) => Items | NamedItems) => {
    const items = build(drizzle);
    if (isList(items)) return await commitAll(items, commit);
    return byName(items, await commitAll(Object.values(items), commit));
  };
  return {
    read: drizzle,
    all: async <T>(statement: Statement<T>) => (await read([statement]))[0] as T[],
    together: async <I extends Record<string, Statement<unknown>>>(statements: I) =>
      byName(statements, await read(Object.values(statements))) as Results<I>,
    remote: !port.changes,
    changes: onceATurn(() => port.changes?.()),
    write: write as Write,
    migrate: () => migrate(port, MIGRATIONS, SCHEMA),
    schemaState: () => schemaState(port, MIGRATIONS),
    forgetErased: async (all) => {
      if (!port.changes) return;
      if (all) await writeTablesAnew(port);
      // If another process has the file open, or it cannot be written, the journal stays and nothing is lost.
      await port.read([CHECKPOINT]).catch(() => {});
    },
    close: () => Promise.resolve(port.close()),
  };
}

function byName(items: NamedItems, results: unknown[]): Record<string, unknown> {
  return Object.fromEntries(Object.keys(items).map((name, i) => [name, results[i]]));
}

function isList(items: Items | NamedItems): items is Items {
  return Array.isArray(items);
}

function isStatement(item: Item): item is Statement<unknown> {
  return "args" in item;
}

/** Commits SQL and queries of drizzle together, and returns the result of each. */
async function commitAll(items: readonly Item[], commit: Port["write"]): Promise<unknown[]> {
  if (items.every(isStatement)) return await commit(items);
  let rows: unknown[] = [];
  const queries = items.filter((item) => !isStatement(item)) as Query[];
  const results = await resultsOf(queries, async (asked) => {
    const committed = await commit(
      items.map((item) => isStatement(item) ? item : asked.shift()!),
    );
    rows = committed;
    return committed.filter((_, i) => !isStatement(items[i]!));
  });
  return items.map((item, i) => isStatement(item) ? rows[i] : results.shift());
}

/** Reads from a real table. Rejects if the database cannot be read. */
export async function ping(db: Database): Promise<void> {
  await db.read.select({ id: accounts.id }).from(accounts).limit(1);
}
