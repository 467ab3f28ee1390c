// Copies a `file:` database while it is in use.
import { sql } from "drizzle-orm";
import type { Database } from "./client.ts";
import { DatabaseUnavailableError, unavailability } from "./errors.ts";

/**
 * Writes a consistent copy into the file at `path`, which must be empty or missing. Reads and writes go on.
 * @throws DatabaseUnavailableError if the database is damaged or locked, or the disk is full
 */
export async function copyInto(db: Database, path: string): Promise<void> {
  try {
    await db.read.run(sql`vacuum into ${path}`);
  } catch (cause) {
    const reason = unavailability(cause);
    throw reason ? new DatabaseUnavailableError(reason, { cause }) : cause;
  }
}
