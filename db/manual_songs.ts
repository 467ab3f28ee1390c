// The manual_songs table: what a cafe can play on something that is not controlled from here (docs/manual.md).
import type { Database } from "./client.ts";
import { constantSql } from "./constant_sql.ts";
import { OPEN_CAFE } from "./rooms.ts";
import type { manualSongs } from "./schema/music.ts";

type Row = typeof manualSongs.$inferSelect;

/** A song of an owner's list. */
export type ManualSong = Pick<Row, "id" | "title" | "artist">;

/** The most words of a search that count. */
const MAX_WORDS = 8;

const FIND = constantSql<ManualSong>(
  "select id, title, artist from manual_songs where owner_id = ?1 and id = ?2",
);

/** The owner's song with this id, undefined if the list has none. */
export async function findManualSong(
  db: Database,
  ownerId: string,
  id: number,
): Promise<ManualSong | undefined> {
  const [song] = await db.all(FIND(ownerId, id));
  return song;
}

const SEARCH = constantSql<ManualSong>(`
  select id, title, artist from manual_songs
  where owner_id = ?1 ${
  Array.from({ length: MAX_WORDS }, (_, at) => `and instr(' ' || folded, ?${at + 3}) > 0`).join(" ")
}
  order by id limit ?2`);

/** At most `max` of the owner's songs in which each of the folded words begins a word, in the order of the list. */
export async function searchManualSongs(
  db: Database,
  ownerId: string,
  words: string[],
  max: number,
): Promise<ManualSong[]> {
  // A word that is missing stands for a blank, which every song has.
  const beginnings = Array.from({ length: MAX_WORDS }, (_, at) => ` ${words[at] ?? ""}`);
  return await db.all(SEARCH(ownerId, max, ...beginnings));
}

/** Each statement in a file stops everything else: 500 songs take 3 to 8 ms. */
const SONGS_IN_COMMIT = 500;

const COUNT = constantSql<{ songs: number }>(
  "select count(*) songs from manual_songs where owner_id = ?1",
);

export async function countManualSongs(db: Database, ownerId: string): Promise<number> {
  const [row] = await db.all(COUNT(ownerId));
  return row!.songs;
}

const READ = constantSql<Pick<Row, "id" | "title" | "artist">>(`
  select id, title, artist from manual_songs
  where owner_id = ?1 and id > ?2 order by id limit ${SONGS_IN_COMMIT}`);

/** The owner's songs in the order of the list, in pieces, so that others can go first. */
export async function* readManualSongs(
  db: Database,
  ownerId: string,
): AsyncGenerator<Pick<Row, "id" | "title" | "artist">[], void> {
  for (let after = 0;;) {
    const songs = await db.all(READ(ownerId, after));
    if (songs.length > 0) yield songs;
    if (songs.length < SONGS_IN_COMMIT) return;
    after = songs.at(-1)!.id;
  }
}

const NEWEST = constantSql<{ id: number | null }>(
  "select max(id) id from manual_songs where owner_id = ?1",
);

const LIST = constantSql(`
  insert into manual_songs (owner_id, title, artist, folded)
  select ?1, value ->> 0, value ->> 1, value ->> 2 from json_each(?2)
  where ${OPEN_CAFE} order by key`);

const FORGET = constantSql<{ id: number }>(`
  delete from manual_songs where id in
    (select id from manual_songs where owner_id = ?1 and id <= ?2 order by id limit ${SONGS_IN_COMMIT})
  returning id`);

/**
 * Replaces the owner's list in several commits: first the new songs come, then the earlier ones go. Ids of the earlier
 * list are never used again. A second call for the owner has to wait for the first.
 */
export async function replaceManualSongs(
  db: Database,
  ownerId: string,
  songs: readonly Pick<Row, "title" | "artist" | "folded">[],
): Promise<void> {
  const [newest] = await db.all(NEWEST(ownerId));
  for (let at = 0; at < songs.length; at += SONGS_IN_COMMIT) {
    const rows = songs.slice(at, at + SONGS_IN_COMMIT)
      .map(({ title, artist, folded }) => [title, artist, folded]);
    await db.write(() => ({ listed: LIST(ownerId, JSON.stringify(rows)) }));
  }
  for (let left = true; left && newest?.id;) {
    const { forgotten } = await db.write(() => ({ forgotten: FORGET(ownerId, newest.id!) }));
    left = forgotten.length === SONGS_IN_COMMIT;
  }
}
