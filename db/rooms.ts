// The rooms table: each owner's revision (docs/live.md#revisions).
import { eq, inArray, type SQL, sql } from "drizzle-orm";
import type { LibSQLDatabase } from "drizzle-orm/libsql";
import type { Database } from "./client.ts";
import { rooms } from "./schema/requests.ts";

/**
 * The owner's revision, 0 before the first request, or undefined if the owner has no verified cafe. It is read
 * before every answer with a queue, so it is plain SQL: building the query takes twice as long as running it.
 */
export async function readRevision(db: Database, ownerId: string): Promise<number | undefined> {
  const [row] = await db.read.values<[number]>(sql`
    select coalesce((select revision from rooms where owner_id = ${ownerId}), 0)
    where ${isOpen(ownerId)}`);
  return row?.[0];
}

/** The revisions of several owners. Owners without requests are left out. */
export async function readRevisions(
  db: Database,
  ownerIds: string[],
): Promise<{ ownerId: string; revision: number }[]> {
  return await db.read.select().from(rooms).where(inArray(rooms.ownerId, ownerIds));
}

/** The statement that reads the revision in the commit that raised it. */
export function selectRevision(d: LibSQLDatabase, ownerId: string) {
  return d.select({ revision: rooms.revision }).from(rooms).where(eq(rooms.ownerId, ownerId));
}

/** The condition that the owner is verified, is not erased and has a cafe. */
export function isOpen(ownerId: string): SQL {
  return sql`exists (
    select 1 from cafes join accounts on accounts.id = cafes.owner_id
    where cafes.owner_id = ${ownerId}
      and accounts.verified_at is not null and accounts.erased_at is null)`;
}
