// Copies a `file:` database while it is in use.
import { sql } from "drizzle-orm";
import type { Database } from "./client.ts";

/** Writes a consistent copy into the file at `path`, which must be empty or missing. Reads and writes go on. */
export async function copyInto(db: Database, path: string): Promise<void> {
  await db.read.run(sql`vacuum into ${path}`);
}
