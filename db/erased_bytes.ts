// Writes a database file anew, so that nothing of erased accounts is left in it (docs/running.md#erased-data). What is deleted
// is overwritten at once, but a page that was split before may hold a second copy of it.
import { sql } from "drizzle-orm";
import type { Database } from "./client.ts";

const MINUTE_MS = 60_000;

/** Whether an account was erased since the file was last written anew. */
export async function holdsErased(db: Database): Promise<boolean> {
  const [erased, [version]] = await Promise.all([
    db.read.all<{ at: number | null }>(sql`select max(erased_at) as at from accounts`),
    // The minute of the last time. SQLite keeps this number for the application.
    db.read.all<{ user_version: number }>(sql`pragma user_version`),
  ]);
  return Math.floor((erased[0]?.at ?? -1) / MINUTE_MS) >= version!.user_version;
}

/** Writes the file anew, which blocks this process for some seconds a gigabyte. @throws DatabaseUnavailableError */
export async function writeAnew(db: Database, nowMs: number): Promise<void> {
  await db.forgetErased(true);
  await db.read.run(sql.raw(`pragma user_version = ${Math.floor(nowMs / MINUTE_MS)}`));
}
