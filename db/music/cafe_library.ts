// What the folder of music is to a cafe: whose it is, its songs as their owner reads them, and which are hidden from guests
// (docs/library.md).
import type { Database } from "../connection/client.ts";
import { type LibrarySongRow, SONG_COLUMNS } from "./library.ts";
import { type NoParameters, statement } from "../connection/statement.ts";

// Whose the folder of music is (docs/library.md#whose-it-is). One row says it, so of two cafes at once one gets it.

/** Cafes that may use the folder besides the one that it belongs to: their ids, or every cafe. */
type NamedCafes = readonly string[] | "all";

/** Null if the folder is free. `isNamed`: whether the cafe is one of the named. */
interface HolderRow {
  holder: string | null;
  isNamed: number;
}

const READ = statement<{ owner: string; named: string }, HolderRow>(`
  select (select owner_id from library_folder) as holder, exists (
    select 1 from cafes where owner_id = :owner and id in (select value from json_each(:named))) as isNamed`);

const TAKE = statement<{ owner: string }, { ownerId: string }>(`
  insert into library_folder (id, owner_id) select 1, :owner
  where exists (select 1 from accounts where id = :owner and erased_at is null)
  on conflict do nothing returning owner_id as ownerId`);

/** What the folder is to a cafe. */
interface FolderAccess {
  /** It belongs to the cafe. */
  isHolder: boolean;
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
  return toAccess(
    (await db.all(READ({ owner: ownerId, named: toIds(named) })))[0]!,
    ownerId,
    named,
  );
}

/** Gives the folder to the cafe if it is free. Returns whether it did, and whether the cafe may use it now. */
export async function takeFolder(
  db: Database,
  ownerId: string,
  named: NamedCafes,
): Promise<{ isTaken: boolean; mayUse: boolean }> {
  const { taken, read } = await db.write(() => ({
    taken: TAKE({ owner: ownerId }),
    read: READ({ owner: ownerId, named: toIds(named) }),
  }));
  return { isTaken: taken.length > 0, mayUse: toAccess(read[0]!, ownerId, named).mayUse };
}

/** Whether any cafe may use the folder. */
export async function isFolderUsed(db: Database): Promise<boolean> {
  return (await db.all(USED()))[0]?.isUsed === 1;
}

const USED = statement<NoParameters, { isUsed: number }>(
  "select exists (select 1 from library_folder) as isUsed",
);

/**
 * The statement that gives a free folder to the first cafe, by registration, of those that have chosen it: for the end of
 * the one that it belonged to.
 */
export const passFolderOn = statement<NoParameters>(`
  insert into library_folder (id, owner_id)
  select 1, owner_id from cafes where source = 'library' order by created_at, id limit 1
  on conflict do nothing`);

function toAccess(
  { holder, isNamed }: HolderRow,
  ownerId: string,
  named: NamedCafes,
): FolderAccess {
  const mayUse = holder === ownerId || named === "all" || isNamed === 1;
  return { isHolder: holder === ownerId, mayUse, isFree: holder === null };
}

function toIds(named: NamedCafes): string {
  return JSON.stringify(named === "all" ? [] : named);
}

// Its songs, and those that are hidden from guests (docs/library.md#hidden-songs).

const NEWEST = statement<{ before: number; max: number }, LibrarySongRow>(`
  select ${SONG_COLUMNS} from library_tracks t
  where t.id < :before and t.missing_at is null order by t.id desc limit :max`);

/** At most `max` songs that are there and have a smaller id than `before`, the newest first. */
export async function listNewestSongs(
  db: Database,
  before: number,
  max: number,
): Promise<LibrarySongRow[]> {
  return await db.all(NEWEST({ before, max }));
}

const HIDE = statement<{ owner: string; id: number }>(`
  insert into hidden_songs (owner_id, song_id)
  select :owner, id from library_tracks where id = :id on conflict do nothing`);
const SHOW = statement<{ owner: string; id: number }>(
  "delete from hidden_songs where owner_id = :owner and song_id = :id",
);

export async function hideSong(
  db: Database,
  owner: string,
  { id, hidden }: { id: number; hidden: boolean },
): Promise<void> {
  await db.write(() => [hidden ? HIDE({ owner, id }) : SHOW({ owner, id })]);
}

const HIDDEN = statement<{ owner: string; ids: string }, { id: number }>(`
  select song_id as id from hidden_songs
  where owner_id = :owner and song_id in (select value from json_each(:ids))`);

/** Which of these songs the cafe has hidden. */
export async function hiddenAmong(
  db: Database,
  owner: string,
  ids: readonly number[],
): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const rows = await db.all(HIDDEN({ owner, ids: JSON.stringify(ids) }));
  return new Set(rows.map(({ id }) => id));
}
