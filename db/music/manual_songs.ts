// The manual_songs table: what a cafe can play on something that is not controlled from here (docs/manual.md).
import type { Database } from "../connection/client.ts";
import { statement } from "../connection/statement.ts";
import { OPEN_CAFE } from "../people/rooms.ts";
import type { manualSongs } from "../schema/music.ts";

type Row = typeof manualSongs.$inferSelect;

/** A song of an owner's list. */
export type ManualSong = Pick<Row, "id" | "title" | "artist">;

/** The words of a search that count, one parameter each. */
const WORDS = ["word1", "word2", "word3", "word4", "word5", "word6", "word7", "word8"] as const;
type Words = Record<typeof WORDS[number], string>;

const FIND = statement<{ owner: string; id: number }, ManualSong>(
  "select id, title, artist from manual_songs where owner_id = :owner and id = :id",
);

/** The owner's song with this id, undefined if the list has none. */
export async function findManualSong(
  db: Database,
  ownerId: string,
  id: number,
): Promise<ManualSong | undefined> {
  const [song] = await db.all(FIND({ owner: ownerId, id }));
  return song;
}

const SEARCH = statement<{ owner: string; max: number } & Words, ManualSong>(`
  select id, title, artist from manual_songs
  where owner_id = :owner ${WORDS.map((word) => `and instr(' ' || folded, :${word}) > 0`).join(" ")}
  order by id limit :max`);

/** At most `max` of the owner's songs in which each of the folded words begins a word, in the order of the list. */
export async function searchManualSongs(
  db: Database,
  ownerId: string,
  words: string[],
  max: number,
): Promise<ManualSong[]> {
  // A word that is missing stands for a blank, which every song has.
  const beginnings = Object.fromEntries(WORDS.map((name, at) => [name, ` ${words[at] ?? ""}`]));
  return await db.all(SEARCH({ owner: ownerId, max, ...beginnings as Words }));
}

/** Each statement in a file stops everything else: 500 songs take 3 to 8 ms. */
const SONGS_IN_COMMIT = 500;

const COUNT = statement<{ owner: string }, { songs: number }>(
  "select count(*) songs from manual_songs where owner_id = :owner",
);

export async function countManualSongs(db: Database, ownerId: string): Promise<number> {
  const [row] = await db.all(COUNT({ owner: ownerId }));
  return row!.songs;
}

const READ = statement<{ owner: string; after: number }, Pick<Row, "id" | "title" | "artist">>(`
  select id, title, artist from manual_songs
  where owner_id = :owner and id > :after order by id limit ${SONGS_IN_COMMIT}`);

/** The owner's songs in the order of the list, in pieces, so that others can go first. */
export async function* readManualSongs(
  db: Database,
  ownerId: string,
): AsyncGenerator<Pick<Row, "id" | "title" | "artist">[], void> {
  for (let after = 0;;) {
    const songs = await db.all(READ({ owner: ownerId, after }));
    if (songs.length > 0) yield songs;
    if (songs.length < SONGS_IN_COMMIT) return;
    after = songs.at(-1)!.id;
  }
}

const NEWEST = statement<{ owner: string }, { id: number | null }>(
  "select max(id) id from manual_songs where owner_id = :owner",
);

const LIST = statement<{ owner: string; songs: string }>(`
  insert into manual_songs (owner_id, title, artist, folded)
  select :owner, value ->> 0, value ->> 1, value ->> 2 from json_each(:songs)
  where ${OPEN_CAFE} order by key`);

const FORGET = statement<{ owner: string; newest: number }>(`
  delete from manual_songs where id in
    (select id from manual_songs where owner_id = :owner and id <= :newest order by id limit ${SONGS_IN_COMMIT})
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
  const [newest] = await db.all(NEWEST({ owner: ownerId }));
  for (let at = 0; at < songs.length; at += SONGS_IN_COMMIT) {
    const rows = songs.slice(at, at + SONGS_IN_COMMIT)
      .map(({ title, artist, folded }) => [title, artist, folded]);
    await db.write(() => ({ listed: LIST({ owner: ownerId, songs: JSON.stringify(rows) }) }));
  }
  for (let left = true; left && newest?.id;) {
    const { forgotten } = await db.write(() => ({
      forgotten: FORGET({ owner: ownerId, newest: newest.id! }),
    }));
    left = forgotten.length === SONGS_IN_COMMIT;
  }
}
