// Copies a `file:` database while it is in use, puts a copy in its place, and leaves nothing of erased accounts in its file.
import type Libsql from "libsql";
import { MINUTE_MS } from "../server/contract/clock.ts";
import { type Database, MIGRATIONS, openAttached } from "./client.ts";
import { DatabaseUnavailableError, unavailability } from "./errors.ts";
import { keepJournal, moveJournal } from "./file_client.ts";
import { missingMigrations } from "./migrate.ts";
import { endAgain, type Endings } from "./erasure.ts";
import { type NoParameters, statement } from "./statement.ts";

const COPY = statement<{ path: string }>("vacuum into :path");

/**
 * Writes a consistent copy into the file at `path`, which must be empty or missing. Reads and writes go on.
 * @throws DatabaseUnavailableError if the database is damaged or locked, or the disk is full
 */
export async function copyInto(db: Database, path: string): Promise<void> {
  try {
    await db.all(COPY({ path }));
  } catch (cause) {
    const reason = unavailability(cause);
    throw reason ? new DatabaseUnavailableError(reason, { cause }) : cause;
  }
}

// Replaces a `file:` database with a copy.

/** How long to wait for a process that is about to close the present database. */
const LOCK_TIMEOUT_MS = 200;
const CHUNK_BYTES = 1024 * 1024;

/** The system refuses to put another file in the database's place. Nothing was replaced. */
export class ReplacementRefusedError extends Error {
  override name = "ReplacementRefusedError";
}

/** Why the file at `path` cannot be restored, or undefined if it is a sound copy of this product's database. */
export async function findFault(path: string): Promise<string | undefined> {
  const db = await open(":memory:");
  try {
    // Attached, because detaching closes a file at once. Closing a connection leaves its file open until its prepared
    // statements are collected as garbage, and Windows renames no open file.
    db.prepare("attach ? as copy").run(path);
    const [check] = db.prepare("pragma copy.integrity_check").raw().all() as [string][];
    const tables = db.prepare(
      "select name from copy.sqlite_master where name in ('accounts', 'ledger', '__drizzle_migrations')",
    ).all();
    db.exec("detach copy");
    if (check?.[0] !== "ok") return "it is damaged";
    if (tables.length < 3) return "it is not a database of this product";
  } catch {
    return "it is not a database";
  } finally {
    db.close();
  }
}

/**
 * Brings a sound copy up to date, and ends in it what must not come back. The file is closed at once.
 * @throws if that fails; the copy is then of no use
 */
export async function prepareCopy(path: string, endings: Endings, nowMs: number): Promise<void> {
  const db = await open(path);
  try {
    // No statement is prepared here, see `findFault`. Tables that others reference are built anew.
    db.exec("pragma foreign_keys = off");
    for (const text of missingMigrations(await appliedIn(path), MIGRATIONS)) db.exec(text);
  } finally {
    db.close();
  }
  const copy = await openAttached(path);
  try {
    await endAgain(copy, endings, nowMs);
    await copy.forgetErased(true);
  } finally {
    await copy.close();
  }
}

/** The times of the migrations that a closed file has. */
async function appliedIn(path: string): Promise<Set<number>> {
  const db = await open(":memory:");
  try {
    db.prepare("attach ? as copy").run(path);
    const rows = db.prepare("select created_at from copy.__drizzle_migrations").raw().all();
    db.exec("detach copy");
    return new Set((rows as [number][]).map(([at]) => Number(at)));
  } finally {
    db.close();
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
  const db = await open(path);
  try {
    const state = lock(db);
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
      db.close();
      await replace().catch((cause) => {
        throw new ReplacementRefusedError(cause.message, { cause });
      });
    }
    return true;
  } finally {
    if (db.open) db.close();
  }
}

/** Locks the database until it is closed. Prepares no statement, see `findFault`. */
function lock(db: Libsql.Database): "locked" | "in use" | "damaged" {
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

async function open(path: string): Promise<Libsql.Database> {
  const { default: Libsql } = await import("libsql");
  return new Libsql(path, { timeout: LOCK_TIMEOUT_MS });
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

/** Writes the file anew, which blocks this process for some seconds a gigabyte. @throws DatabaseUnavailableError */
export async function writeAnew(db: Database, nowMs: number): Promise<void> {
  await db.forgetErased(true);
  // A pragma takes no parameter.
  await db.all(statement(`pragma user_version = ${Math.floor(nowMs / MINUTE_MS)}`)());
}
