// Whether the database can be read.
import { sql } from "drizzle-orm";
import type { Database } from "./client.ts";

/** Reads from a real table. Rejects if the database cannot be read. */
export async function ping(db: Database): Promise<void> {
  await db.read.run(sql`select 1 from accounts limit 1`);
}
