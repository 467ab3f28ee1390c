// Reads and writes the cafes table.
import { and, eq } from "drizzle-orm";
import type { Database } from "./client.ts";
import { constantSql } from "./constant_sql.ts";
import { GUEST_RULES } from "./house.ts";
import { isOpen, OPEN_CAFE, OWNER_OF_CAFE } from "./rooms.ts";
import { cafes } from "./schema/accounts.ts";

export type Cafe = typeof cafes.$inferSelect;

/**
 * What pages need to know of a cafe. `hasGrant` is 1 if the owner has connected a music account, else 0. `rules` are the
 * rules of the house (`GuestRules`) as JSON, null without any. `tableLabel` is that of the table whose code was asked for,
 * null if there is none.
 */
export type PublicColumns = Pick<Cafe, "id" | "name" | "ownerId" | "source"> & {
  hasGrant: number;
  rules: string | null;
  tableLabel: string | null;
};

/** The statement that reads the cafe `?1` if its owner is verified, for a guest with the table's code `?2`. */
export const selectPublicCafe = constantSql<PublicColumns>(`
  select id, name, owner_id as ownerId, source,
    exists (select 1 from music_grants where owner_id = cafes.owner_id) as hasGrant,
    ${GUEST_RULES} as rules,
    (select label from cafe_tables where owner_id = cafes.owner_id and code = ?2) as tableLabel
  from cafes where id = ?1 and ${OPEN_CAFE.replaceAll("?1", OWNER_OF_CAFE)}`);

/** The public columns of a cafe whose owner is verified, for a guest with this table's code. */
export async function findPublicCafe(
  db: Database,
  cafeId: string,
  tableCode: string | null,
): Promise<PublicColumns | undefined> {
  return (await db.all(selectPublicCafe(cafeId, tableCode)))[0];
}

const OPEN_CAFE_ID = constantSql<{ id: string }>(`
  select id from cafes as coded
  where substr(lower(id), -8) = ?1 and ${OPEN_CAFE.replaceAll("?1", "coded.owner_id")}`);

/** The id of the cafe whose short address has this code, if its owner is verified. */
export async function findOpenCafeId(db: Database, code: string): Promise<string | undefined> {
  return (await db.all(OPEN_CAFE_ID(code)))[0]?.id;
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
