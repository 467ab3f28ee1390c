// The rooms table: each owner's revision (docs/live.md#revisions), and how many requests are pending.
import { type SQL, sql } from "drizzle-orm";
import type { Database } from "./client.ts";
import { constantSql } from "./constant_sql.ts";

/** The condition that the owner `?1` is verified, is not erased and has a cafe. */
export const OPEN_CAFE = `exists (
  select 1 from cafes join accounts on accounts.id = cafes.owner_id
  where cafes.owner_id = ?1 and accounts.verified_at is not null and accounts.erased_at is null)`;

/** An SQL expression for the owner of cafe `?1`; it can replace `?1` in a statement about an owner. */
export const OWNER_OF_CAFE = "(select owner_id from cafes where id = ?1)";

const REVISION = constantSql<{ revision: number }>(`
  select coalesce((select revision from rooms where owner_id = ?1), 0) as revision
  where ${OPEN_CAFE}`);

/** The owner's revision, 0 before the first request, or undefined if the owner has no verified cafe. */
export async function readRevision(db: Database, ownerId: string): Promise<number | undefined> {
  return (await db.all(REVISION(ownerId)))[0]?.revision;
}

const REVISIONS = constantSql<{ ownerId: string; revision: number }>(`
  select asked.value as ownerId,
    coalesce((select revision from rooms where owner_id = asked.value), 0) as revision
  from json_each(?1) as asked where ${OPEN_CAFE.replaceAll("?1", "asked.value")}`);

/** The revisions of several owners. Owners without a verified cafe are left out. */
export async function readRevisions(
  db: Pick<Database, "all">,
  ownerIds: string[],
): Promise<{ ownerId: string; revision: number }[]> {
  return await db.all(REVISIONS(JSON.stringify(ownerIds)));
}

/** The statement that reads the revision in the commit that raised it. */
export const selectRevision = constantSql<{ revision: number }>(
  "select revision from rooms where owner_id = ?1",
);

/** The statement that raises the owner's revision if the statement before it has changed a row that pages show. */
export const raiseIfChanged = constantSql(`
  insert into rooms (owner_id, revision) select ?1, 1 where changes() > 0
  on conflict (owner_id) do update set revision = revision + 1`);

/** The condition `OPEN_CAFE` of this owner, for a statement that drizzle builds. */
export function isOpen(ownerId: string): SQL {
  const [before, after] = OPEN_CAFE.split("?1");
  return sql`${sql.raw(before!)}${ownerId}${sql.raw(after!)}`;
}
