// The rooms table: each owner's revision (docs/live.md#revisions), and those of all cafes of a person.
import type { Database } from "../connection/client.ts";
import { type Statement, statement } from "../connection/statement.ts";

/** The condition that the owner, which is an SQL expression, is verified, is not erased and has a cafe. */
export const isOpenCafe = (owner: string) =>
  `exists (
  select 1 from cafes join accounts on accounts.id = cafes.owner_id
  where cafes.owner_id = ${owner} and accounts.verified_at is not null and accounts.erased_at is null)`;

/** The same of `:owner`. */
export const OPEN_CAFE = isOpenCafe(":owner");

/** An SQL expression for the owner of the cafe `:cafe`, for a statement that does not know the owner yet. */
export const OWNER_OF_CAFE = "(select owner_id from cafes where id = :cafe)";

const REVISION = statement<{ owner: string }, { revision: number }>(`
  select coalesce((select revision from rooms where owner_id = :owner), 0) as revision
  where ${OPEN_CAFE}`);

/** The owner's revision, 0 before the first request, or undefined if the owner has no verified cafe. */
export async function readRevision(db: Database, ownerId: string): Promise<number | undefined> {
  return (await db.all(REVISION({ owner: ownerId })))[0]?.revision;
}

const REVISIONS = statement<{ owners: string }, { ownerId: string; revision: number }>(`
  select asked.value as ownerId,
    coalesce((select revision from rooms where owner_id = asked.value), 0) as revision
  from json_each(:owners) as asked where ${isOpenCafe("asked.value")}`);

/** The revisions of several owners. Owners without a verified cafe are left out. */
export async function readRevisions(
  db: Pick<Database, "all">,
  ownerIds: string[],
): Promise<{ ownerId: string; revision: number }[]> {
  return await db.all(REVISIONS({ owners: JSON.stringify(ownerIds) }));
}

/** The statement that reads the revision in the commit that raised it. */
export const selectRevision = statement<{ owner: string }, { revision: number }>(
  "select revision from rooms where owner_id = :owner",
);

/** The statement that raises the owner's revision if the statement before it has changed a row that pages show. */
export const raiseIfChanged = statement<{ owner: string }>(`
  insert into rooms (owner_id, revision) select :owner, 1 where changes() > 0
  on conflict (owner_id) do update set revision = revision + 1`);

/**
 * Commits a statement, with which triggers raise the room. Returns the new revision, undefined if the statement returned no
 * row.
 */
export async function commitInRoom(
  db: Database,
  owner: string,
  statement: Statement<unknown>,
): Promise<number | undefined> {
  const { changed, room } = await db.write(() => ({
    changed: statement,
    room: selectRevision({ owner }),
  }));
  return changed.length > 0 ? room[0]?.revision : undefined;
}

/** A room in which a person's logins may have pages open: of the own cafe, or of one that they work for. */
export interface RevisedRoom {
  ownerId: string;
  revision: number;
}

const OWNERS = `select owner_id from cafes where owner_id = :account
  union select owner_id from memberships where account_id = :account and ended_at is null`;

/** The statement that raises their revisions if the statement before it has changed a row, such as ended a login. */
export const raisePersonsRoomsIfChanged = statement<{ account: string }>(`
  insert into rooms (owner_id, revision) select owner_id, 1 from (${OWNERS}) where changes() > 0
  on conflict (owner_id) do update set revision = revision + 1`);

/** The statement that reads their revisions in the commit that raised them. */
export const selectPersonsRooms = statement<{ account: string }, RevisedRoom>(
  `select owner_id as ownerId, revision from rooms where owner_id in (${OWNERS})`,
);
