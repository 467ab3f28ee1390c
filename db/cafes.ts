// Reads and writes the cafes table.
import { and, eq, isNotNull, isNull } from "drizzle-orm";
import type { Database } from "./client.ts";
import { isOpen } from "./rooms.ts";
import { accounts, cafes } from "./schema/accounts.ts";

export type Cafe = typeof cafes.$inferSelect;

/** The public columns of a cafe whose owner is verified. */
export async function findPublicCafe(db: Database, cafeId: string) {
  return await db.read
    .select({ id: cafes.id, name: cafes.name, ownerId: cafes.ownerId })
    .from(cafes).innerJoin(accounts, eq(accounts.id, cafes.ownerId))
    .where(and(eq(cafes.id, cafeId), isNotNull(accounts.verifiedAt), isNull(accounts.erasedAt)))
    .get();
}

/** The owner's cafe. An owner has exactly one. */
export async function findCafeOf(db: Database, ownerId: string): Promise<Cafe | undefined> {
  return await db.read.select().from(cafes).where(eq(cafes.ownerId, ownerId)).get();
}

/** Saves what the owner edited and returns the cafe, or undefined if the account has been erased. */
export async function updateCafe(
  db: Database,
  ownerId: string,
  profile: Pick<Cafe, "name" | "iban" | "accountHolderName">,
): Promise<Cafe | undefined> {
  const [rows] = await db.write((d) => [
    d.update(cafes).set(profile).where(and(eq(cafes.ownerId, ownerId), isOpen(ownerId)))
      .returning(),
  ]);
  return rows[0];
}
