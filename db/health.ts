// Whether the database answers at all.
import { sql } from "drizzle-orm";
import type { Database } from "./client.ts";

/** Reads one row of a real table within `patienceMs`. Never throws. */
export async function answers(db: Database, patienceMs: number): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), patienceMs);
  const read = db.read.run(sql`select 1 from accounts limit 1`).then(() => true, () => false);
  try {
    return await Promise.race([read, late]);
  } finally {
    clearTimeout(timer);
  }
}
