// Whose the folder of music is (docs/library.md#whose-it-is). One row says it, so of two cafes at once one gets it.
import { sql } from "drizzle-orm";
import type { Database } from "./client.ts";
import { constantSql } from "./constant_sql.ts";

/** Cafes that may use the folder besides the one that it belongs to: their ids, or every cafe. */
export type NamedCafes = readonly string[] | "all";

/** Null if the folder is free. `isNamed`: whether the cafe is one of the named. */
interface HolderRow {
  holder: string | null;
  isNamed: number;
}

const READ = constantSql<HolderRow>(`
  select (select owner_id from library_folder) as holder, exists (
    select 1 from cafes where owner_id = ?1 and id in (select value from json_each(?2))) as isNamed`);

const TAKE = constantSql<{ ownerId: string }>(`
  insert into library_folder (id, owner_id) select 1, ?1
  where exists (select 1 from accounts where id = ?1 and erased_at is null)
  on conflict do nothing returning owner_id as ownerId`);

/** What the folder is to a cafe. */
export interface FolderAccess {
  /** It belongs to the cafe, or the cafe is named. */
  mayUse: boolean;
  /** It belongs to no cafe yet. */
  isFree: boolean;
}

export async function readFolderAccess(
  db: Database,
  ownerId: string,
  named: NamedCafes,
): Promise<FolderAccess> {
  return toAccess((await db.all(READ(ownerId, toIds(named))))[0]!, ownerId, named);
}

/** Gives the folder to the cafe if it is free. Returns whether it did, and whether the cafe may use it now. */
export async function takeFolder(
  db: Database,
  ownerId: string,
  named: NamedCafes,
): Promise<{ isTaken: boolean; mayUse: boolean }> {
  const { taken, read } = await db.write(() => ({
    taken: TAKE(ownerId),
    read: READ(ownerId, toIds(named)),
  }));
  return { isTaken: taken.length > 0, mayUse: toAccess(read[0]!, ownerId, named).mayUse };
}

/** Whether any cafe may use the folder. */
export async function isFolderUsed(db: Database): Promise<boolean> {
  return (await db.all(USED()))[0]?.isUsed === 1;
}

const USED = constantSql<{ isUsed: number }>(
  "select exists (select 1 from library_folder) as isUsed",
);

/**
 * The statement that gives a free folder to the first cafe, by registration, of those that have chosen it: for the end of
 * the one that it belonged to.
 */
export const passFolderOn = sql`
  insert into library_folder (id, owner_id)
  select 1, owner_id from cafes where source = 'library' order by created_at, id limit 1
  on conflict do nothing`;

function toAccess(
  { holder, isNamed }: HolderRow,
  ownerId: string,
  named: NamedCafes,
): FolderAccess {
  const mayUse = holder === ownerId || named === "all" || isNamed === 1;
  return { mayUse, isFree: holder === null };
}

function toIds(named: NamedCafes): string {
  return JSON.stringify(named === "all" ? [] : named);
}
