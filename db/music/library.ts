// The folder of music: what reading it changes, its songs and their search (docs/library.md).
import type { Database } from "../connection/client.ts";
import { type NoParameters, type Statement, statement } from "../connection/statement.ts";

// What is known of the folder's files, with which the folder is compared (docs/library.md#reading-the-folder).

/** A file that was read. */
export interface KnownFile {
  path: string;
  size: number;
  /** In epoch ms. */
  modifiedAt: number;
  /** When it was changed in any way, epoch ms; -1 if it was read before all of its present facts were asked for. */
  changedAt: number;
}

export interface KnownSong extends KnownFile {
  id: number;
  hasCover: 0 | 1;
  isMissing: 0 | 1;
}

/** Rows read at once. */
const PAGE = 2_000;

const SONGS = statement<{ after: number }, KnownSong>(`
  select id, path, size, modified_at as modifiedAt, coalesce(changed_at, -1) as changedAt,
    has_cover as hasCover, missing_at is not null as isMissing
  from library_tracks where id > :after order by id limit ${PAGE}`);
const SKIPPED_FILES = statement<{ after: string }, KnownFile>(`
  select path, size, modified_at as modifiedAt, coalesce(changed_at, -1) as changedAt
  from library_skipped where path > :after
  order by path limit ${PAGE}`);

/** All songs, also missing ones, in pages, between which other work goes on. */
export async function* knownSongs(db: Database): AsyncGenerator<KnownSong> {
  let rows: KnownSong[];
  for (let after = 0; (rows = await db.all(SONGS({ after }))).length > 0; after = rows.at(-1)!.id) {
    yield* rows;
    await nextTurn();
  }
}

/** All skipped files, in pages too. */
export async function* knownSkipped(db: Database): AsyncGenerator<KnownFile> {
  let rows: KnownFile[];
  for (let after = ""; (rows = await db.all(SKIPPED_FILES({ after }))).length > 0;) {
    yield* rows;
    after = rows.at(-1)!.path;
    await nextTurn();
  }
}

/** A file's statements are run at once, so that awaiting them lets nothing else run. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** What reading a file has found out. */
export interface ReadSong extends KnownFile {
  title: string;
  artist: string;
  album: string;
  /** Title, artist and album as the search compares them. */
  folded: string;
  durationMs: number;
  isExplicit: boolean;
  hasCover: boolean;
  /** In dB. */
  gainDb: number;
  /** Empty if its tags have none. */
  isrc: string;
  /** A random number. A song that is known keeps its own. */
  shuffleKey: number;
}

export interface SkippedFile extends KnownFile {
  /** A code of docs/library.md#skipped-files. */
  why: string;
}

/** Changes that need no reading of a file. */
export interface FileChanges {
  /** Songs whose file has another path now, and is there. */
  moved: { id: number; path: string; changedAt: number }[];
  /** Ids of songs whose file is there again. */
  back: number[];
  /** Ids of songs whose file is not there any more. */
  gone: number[];
  /** Ids of songs beside which there is a picture now. */
  covered: number[];
  /** Paths of skipped files that are not there any more. */
  forgotten: string[];
}

export const NO_CHANGES: Readonly<FileChanges> = {
  ...{ moved: [], back: [], gone: [], covered: [], forgotten: [] },
};

/** Statements in one commit. */
const COMMIT = 200;

const MOVE = statement<{ id: number; path: string; changed: number }>(
  "update or ignore library_tracks set path = :path, changed_at = :changed, missing_at = null where id = :id",
);
const BACK = statement<{ id: number }>(
  "update library_tracks set missing_at = null where id = :id",
);
const GONE = statement<{ id: number; at: number }>(
  "update library_tracks set missing_at = :at where id = :id and missing_at is null",
);
const COVERED = statement<{ id: number }>("update library_tracks set has_cover = 1 where id = :id");
const FORGET = statement<{ path: string }>("delete from library_skipped where path = :path");

/** Commits the changes at `at` (epoch ms). */
export async function changeFiles(db: Database, changes: FileChanges, at: number): Promise<void> {
  await commit(db, [
    ...changes.moved.map(({ id, path, changedAt }) => MOVE({ id, path, changed: changedAt })),
    ...changes.back.map((id) => BACK({ id })),
    ...changes.gone.map((id) => GONE({ id, at })),
    ...changes.covered.map((id) => COVERED({ id })),
    ...changes.forgotten.map((path) => FORGET({ path })),
  ]);
}

const SAVE = statement<
  {
    path: string;
    size: number;
    modified: number;
    changed: number;
    title: string;
    artist: string;
    album: string;
    folded: string;
    duration: number;
    isExplicit: number;
    hasCover: number;
    gain: number;
    shuffleKey: number;
    isrc: string;
  }
>(`
  insert into library_tracks (path, size, modified_at, changed_at, title, artist, album, folded, duration_ms,
    is_explicit, has_cover, gain_db, shuffle_key, isrc)
  values (:path, :size, :modified, :changed, :title, :artist, :album, :folded, :duration, :isExplicit, :hasCover, :gain, :shuffleKey, :isrc)
  on conflict (path) do update set size = excluded.size, modified_at = excluded.modified_at,
    changed_at = excluded.changed_at, title = excluded.title, artist = excluded.artist, album = excluded.album,
    folded = excluded.folded, duration_ms = excluded.duration_ms,
    is_explicit = excluded.is_explicit, has_cover = excluded.has_cover,
    gain_db = excluded.gain_db, isrc = excluded.isrc, missing_at = null`);
const SKIP = statement<
  { path: string; size: number; modified: number; changed: number; why: string }
>(`
  insert into library_skipped (path, size, modified_at, changed_at, why)
  values (:path, :size, :modified, :changed, :why)
  on conflict (path) do update set size = excluded.size, modified_at = excluded.modified_at,
    changed_at = excluded.changed_at, why = excluded.why`);
const GONE_AT = statement<{ path: string; at: number }>(
  "update library_tracks set missing_at = :at where path = :path and missing_at is null",
);

/** Commits what was read at `at` (epoch ms). A song whose file is no song any more is missing. */
export async function saveFiles(
  db: Database,
  { songs, skipped }: { songs: ReadSong[]; skipped: SkippedFile[] },
  at: number,
): Promise<void> {
  await commit(db, [
    ...songs.flatMap((song) => [
      SAVE({
        path: song.path,
        size: song.size,
        modified: song.modifiedAt,
        changed: song.changedAt,
        title: song.title,
        artist: song.artist,
        album: song.album,
        folded: song.folded,
        duration: song.durationMs,
        isExplicit: song.isExplicit ? 1 : 0,
        hasCover: song.hasCover ? 1 : 0,
        gain: song.gainDb,
        shuffleKey: song.shuffleKey,
        isrc: song.isrc,
      }),
      FORGET({ path: song.path }),
    ]),
    ...skipped.flatMap(({ path, size, modifiedAt, changedAt, why }) => [
      SKIP({ path, size, modified: modifiedAt, changed: changedAt, why }),
      GONE_AT({ path, at }),
    ]),
  ]);
}

async function commit(db: Database, statements: Statement<never>[]): Promise<void> {
  for (let from = 0; from < statements.length; from += COMMIT) {
    const [first, ...others] = statements.slice(from, from + COMMIT);
    await db.write(() => [first!, ...others]);
  }
}

/** A song of the folder, as its row has it. */
export interface LibrarySongRow {
  id: number;
  /** Within the folder, with slashes. */
  path: string;
  /** In epoch ms. */
  modifiedAt: number;
  title: string;
  artist: string;
  album: string;
  durationMs: number;
  isExplicit: 0 | 1;
  hasCover: 0 | 1;
  /** In dB. */
  gainDb: number;
  isMissing: 0 | 1;
}

/** The columns of a `LibrarySongRow`, of the table with the alias `t`. */
export const SONG_COLUMNS = `t.id, t.path, t.modified_at as modifiedAt, t.title, t.artist, t.album,
  t.duration_ms as durationMs, t.is_explicit as isExplicit, t.has_cover as hasCover,
  t.gain_db as gainDb, t.missing_at is not null as isMissing`;

/** An SQL expression for the id of the song with this `uri`, which is one of the library. */
export function trackIdInUri(uri: string): string {
  return `cast(substr(${uri}, instr(${uri}, ':') + 1) as integer)`;
}

const FIND = statement<{ id: number }, LibrarySongRow>(
  `select ${SONG_COLUMNS} from library_tracks t where t.id = :id`,
);

export async function findLibrarySong(
  db: Database,
  id: number,
): Promise<LibrarySongRow | undefined> {
  return (await db.all(FIND({ id })))[0];
}

const COUNT = statement<NoParameters, { songs: number }>(
  "select count(*) as songs from library_tracks where missing_at is null",
);
const SKIPPED_BY_PATH = statement<{ max: number }, { path: string; why: string }>(
  "select path, why from library_skipped order by path limit :max",
);

/** How many songs are there, and the first `maxSkipped` skipped files by their paths. */
export async function readLibraryStatus(
  db: Database,
  maxSkipped: number,
): Promise<{ songs: number; skipped: { path: string; why: string }[] }> {
  const { count, skipped } = await db.together({
    count: COUNT(),
    skipped: SKIPPED_BY_PATH({ max: maxSkipped }),
  });
  return { songs: count[0]?.songs ?? 0, skipped };
}

const FORGET_SONGS = statement<{ at: number }>(
  "update library_tracks set missing_at = :at where missing_at is null",
);
const FORGET_SKIPPED = statement<NoParameters>("delete from library_skipped");

/** Makes every song missing at `at` (epoch ms): the files were taken away, and a look brings back what is there after all. */
export async function forgetFolder(db: Database, at: number): Promise<void> {
  await db.write(() => [FORGET_SONGS({ at }), FORGET_SKIPPED()]);
}

/** Lengths as players tell them differ by less, in ms. */
const SAME_LENGTH_MS = 1_000;

const LENGTHEN = statement<{ owner: string; play: string; positionMs: number }>(`
  update library_tracks set duration_ms = :positionMs
  where duration_ms < :positionMs - ${SAME_LENGTH_MS} and id = (
    select ${trackIdInUri("uri")} from plays
    where id = :play and owner_id = :owner and source = 'library')`);

/** The statement that makes a song as long as a play of it has come, in ms (docs/speaker.md#longer-than-it-says). */
export function lengthenTrack(
  { id, ownerId, positionMs }: { id: string; ownerId: string; positionMs: number },
) {
  return LENGTHEN({ owner: ownerId, play: id, positionMs });
}

// The search's index of the folder's songs (docs/library.md#search).

const SEARCH = statement<{ words: string; max: number }, LibrarySongRow>(`
  select ${SONG_COLUMNS} from library_words join library_tracks t on t.id = library_words.rowid
  where library_words match :words and t.missing_at is null limit :max`);

/**
 * The songs that match each of the `queries` (in FTS5's language), at most `max` of each, in the order of their ids.
 * Missing ones are left out.
 */
export async function matchSongs(
  db: Database,
  queries: { first: string; all: string },
  max: number,
): Promise<{ first: LibrarySongRow[]; all: LibrarySongRow[] }> {
  return await db.together({
    first: SEARCH({ words: queries.first, max }),
    all: SEARCH({ words: queries.all, max }),
  });
}

const WORDS = statement<{ after: string; max: number }, { word: string; songs: number }>(`
  select term as word, doc as songs from library_vocabulary where term > :after order by term limit :max`);

/** The next `max` words after `after` that songs have, in their order, with the number of songs that have them. */
export async function listWords(
  db: Database,
  after: string,
  max: number,
): Promise<{ word: string; songs: number }[]> {
  return await db.all(WORDS({ after, max }));
}
