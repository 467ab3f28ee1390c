// Copies a `file:` database while it is in use, puts a copy in its place, and leaves nothing of erased accounts in its file.
import { backup, DatabaseSync } from "node:sqlite";
import { MINUTE_MS } from "../../server/contract/clock.ts";
import { type Database, openDatabase } from "./client.ts";
import { DatabaseUnavailableError, unavailability } from "./errors.ts";
import { keepJournal, moveJournal } from "./damaged_journal.ts";
import { fileUrl } from "./file_url.ts";
import { endAgain, type Endings } from "../people/erasure.ts";
import { type NoParameters, statement } from "./statement.ts";

/** How long to wait for a process that is about to close the database. */
const LOCK_TIMEOUT_MS = 200;
/** In one step: more pages than a database can have. Deno 2.5 ends the process at SQLite's own sign for all, -1. */
const ALL_PAGES = 2 ** 31 - 1;

/**
 * Writes a consistent copy of the database at `from` into the file at `to`, which must be empty or missing. Other processes
 * go on reading and writing; this one is blocked for a quarter of a minute a gigabyte.
 * @throws DatabaseUnavailableError if the database is damaged or locked, or the disk is full
 */
export async function copyInto(from: string, to: string): Promise<void> {
  try {
    using file = open(from);
    // The copy is of this moment. Without it, a copy that finds the file locked would try again for ever, and one that is
    // made in several steps would begin again after each commit.
    file.db.exec("begin; select 1 from sqlite_master");
    await backup(file.db, to, { rate: ALL_PAGES });
    using copy = open(to);
    if (!isSound(copy.db)) throw new DatabaseUnavailableError("damaged");
  } catch (cause) {
    const reason = unavailability(cause);
    throw reason ? new DatabaseUnavailableError(reason, { cause }) : cause;
  }
}

/** Whether all pages of the database are whole and agree. */
function isSound(db: DatabaseSync): boolean {
  return db.prepare("pragma integrity_check").get()?.integrity_check === "ok";
}

// Replaces a `file:` database with a copy.

const CHUNK_BYTES = 1024 * 1024;

/** The system refuses to put another file in the database's place. Nothing was replaced. */
export class ReplacementRefusedError extends Error {
  override name = "ReplacementRefusedError";
}

/** Why the file at `path` cannot be restored, or undefined if it is a sound copy of this product's database. */
export function findFault(path: string): string | undefined {
  try {
    using file = open(path);
    if (!isSound(file.db)) return "it is damaged";
    const tables = file.db.prepare(
      "select name from sqlite_master where name in ('accounts', 'ledger', '__drizzle_migrations')",
    ).all();
    if (tables.length < 3) return "it is not a database of this product";
  } catch {
    return "it is not a database";
  }
}

/**
 * Brings a sound copy up to date, and ends in it what must not come back. The file is closed at once.
 * @throws if that fails; the copy is then of no use
 */
export async function prepareCopy(path: string, endings: Endings, nowMs: number): Promise<void> {
  const copy = await openDatabase(fileUrl(path));
  try {
    await copy.migrate();
    await endAgain(copy, endings, nowMs);
    await copy.forgetErased(true);
  } finally {
    await copy.close();
  }
}

/**
 * Renames the file at `incoming` to `path` while no other process has the database at `path` open, after `keep` has
 * had it copied with the function that it is given. The journal is moved into the present file first, or renamed if that
 * file is damaged. Returns false, and changes nothing, if another process has it open.
 * @throws ReplacementRefusedError if the system refuses the rename, also after this process has closed the database
 */
export async function replaceDatabase(
  path: string,
  incoming: string,
  keep: (copyInto: (to: string) => void) => Promise<void>,
): Promise<boolean> {
  using file = open(path);
  const state = lock(file.db);
  if (state === "in use") return false;
  if (state === "damaged") keepJournal(path);
  // POSIX ends a process's locks on a file when any of its handles is closed, so this one stays open as long as the lock.
  using present = Deno.openSync(path);
  await keep((to) => copyOpen(present, to));
  const replace = async () => {
    if (state === "damaged") await moveJournal(path);
    await Deno.rename(incoming, path);
  };
  try {
    // With the lock: a server that starts meanwhile would write into the file that is replaced.
    await replace();
  } catch {
    // Windows replaces no open file.
    present.close();
    file.close();
    await replace().catch((cause) => {
      throw new ReplacementRefusedError(cause.message, { cause });
    });
  }
  return true;
}

/** Locks the database until it is closed. */
function lock(db: DatabaseSync): "locked" | "in use" | "damaged" {
  try {
    // SQLite leaves WAL mode only if there is no other connection, so this tells whether another process is open.
    db.exec("pragma journal_mode = delete; begin exclusive");
    return "locked";
  } catch (error) {
    const reason = unavailability(error);
    if (reason === "busy") return "in use";
    // No process can be using a damaged file, and a damaged file is what backups are for.
    if (reason === "damaged") return "damaged";
    throw error;
  }
}

/** Copies an open file. Synchronous, because Deno reads asynchronously through a second handle, which it closes. */
function copyOpen(file: Deno.FsFile, to: string): void {
  const chunk = new Uint8Array(CHUNK_BYTES);
  for (let read; (read = file.readSync(chunk)) !== null;) {
    Deno.writeFileSync(to, chunk.subarray(0, read), { append: true });
  }
}

/** Opens a file until it is closed or its block ends, which closes no database of Deno 2.5 by itself. */
function open(path: string): Disposable & { db: DatabaseSync; close(): void } {
  const db = new DatabaseSync(path);
  db.exec(`pragma busy_timeout = ${LOCK_TIMEOUT_MS}`);
  let isOpen = true;
  const close = () => {
    if (isOpen) db.close();
    isOpen = false;
  };
  return { db, close, [Symbol.dispose]: close };
}

// Writes a database file anew, so that nothing of erased accounts is left in it (docs/running.md#erased-data). What is deleted
// is overwritten at once, but a page that was split before may hold a second copy of it.

const LAST_ERASED = statement<NoParameters, { at: number | null }>(
  "select max(erased_at) as at from accounts",
);
/** The minute of the last time. SQLite keeps this number for the application. */
const VERSION = statement<NoParameters, { user_version: number }>("pragma user_version");

/** Whether an account was erased since the file was last written anew. */
export async function holdsErased(db: Database): Promise<boolean> {
  const [[erased], [version]] = await Promise.all([db.all(LAST_ERASED()), db.all(VERSION())]);
  return Math.floor((erased?.at ?? -1) / MINUTE_MS) >= version!.user_version;
}

/** Writes the file anew, table by table, which takes half a minute a gigabyte. @throws DatabaseUnavailableError */
export async function writeAnew(db: Database, nowMs: number): Promise<void> {
  await db.forgetErased(true);
  // A pragma takes no parameter.
  await db.all(statement(`pragma user_version = ${Math.floor(nowMs / MINUTE_MS)}`)());
}
