// Copies of a `file:` database, made while others read and write.
import { sql } from "drizzle-orm";
import type { Database } from "./client.ts";

/** Writes a consistent copy to `path`, which must not exist. Readers and the writer go on meanwhile. */
export async function copyInto(db: Database, path: string): Promise<void> {
  await db.read.run(sql`vacuum into ${path}`);
}
