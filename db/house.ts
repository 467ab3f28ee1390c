// The house_rules table: what an owner allows guests to ask for (docs/house.md). house_refusal.ts holds requests to it.
import { eq } from "drizzle-orm";
import type { Database } from "./client.ts";
import { constantSql } from "./constant_sql.ts";
import { houseRules } from "./schema/house.ts";

export type HouseRow = typeof houseRules.$inferSelect;

/** The owner's rules. Undefined if none was ever set. */
export async function findHouse(db: Database, ownerId: string): Promise<HouseRow | undefined> {
  return await db.read.select().from(houseRules).where(eq(houseRules.ownerId, ownerId)).get();
}

const REFUSES_EXPLICIT = constantSql<{ found: number }>(
  "select 1 as found from house_rules where owner_id = ?1 and explicit_refused = 1",
);

/** Whether the owner refuses songs that are marked explicit. */
export async function refusesExplicit(db: Database, ownerId: string): Promise<boolean> {
  return (await db.all(REFUSES_EXPLICIT(ownerId))).length > 0;
}
