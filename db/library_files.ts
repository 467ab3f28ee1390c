// What reading the folder changes (docs/library.md#reading-the-folder).
import type { Database } from "./client.ts";
import { constantSql, type Statement } from "./constant_sql.ts";
import type { KnownFile } from "./library_known.ts";

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
  moved: { id: number; path: string }[];
  /** Ids of songs whose file is there again. */
  back: number[];
  /** Ids of songs whose file is not there any more. */
  gone: number[];
  /** Ids of songs beside which there is a picture now. */
  covered: number[];
  /** Paths of skipped files that are not there any more. */
  forgotten: string[];
}

/** Statements in one commit. */
const COMMIT = 200;

const MOVE = constantSql(
  "update or ignore library_tracks set path = ?2, missing_at = null where id = ?1",
);
const BACK = constantSql("update library_tracks set missing_at = null where id = ?1");
const GONE = constantSql(
  "update library_tracks set missing_at = ?2 where id = ?1 and missing_at is null",
);
const COVERED = constantSql("update library_tracks set has_cover = 1 where id = ?1");
const FORGET = constantSql("delete from library_skipped where path = ?1");

/** Commits the changes at `at` (epoch ms). */
export async function changeFiles(db: Database, changes: FileChanges, at: number): Promise<void> {
  await commit(db, [
    ...changes.moved.map(({ id, path }) => MOVE(id, path)),
    ...changes.back.map((id) => BACK(id)),
    ...changes.gone.map((id) => GONE(id, at)),
    ...changes.covered.map((id) => COVERED(id)),
    ...changes.forgotten.map((path) => FORGET(path)),
  ]);
}

const SAVE = constantSql(`
  insert into library_tracks (path, size, modified_at, title, artist, album, folded, duration_ms,
    is_explicit, has_cover, gain_db, shuffle_key)
  values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)
  on conflict (path) do update set size = excluded.size, modified_at = excluded.modified_at,
    title = excluded.title, artist = excluded.artist, album = excluded.album,
    folded = excluded.folded, duration_ms = excluded.duration_ms,
    is_explicit = excluded.is_explicit, has_cover = excluded.has_cover,
    gain_db = excluded.gain_db, missing_at = null`);
const SKIP = constantSql(`
  insert into library_skipped (path, size, modified_at, why) values (?1, ?2, ?3, ?4)
  on conflict (path) do update set size = excluded.size, modified_at = excluded.modified_at,
    why = excluded.why`);
const GONE_AT = constantSql(
  "update library_tracks set missing_at = ?2 where path = ?1 and missing_at is null",
);

/** Commits what was read at `at` (epoch ms). A song whose file is no song any more is missing. */
export async function saveFiles(
  db: Database,
  { songs, skipped }: { songs: ReadSong[]; skipped: SkippedFile[] },
  at: number,
): Promise<void> {
  await commit(db, [
    ...songs.flatMap((song) => [
      SAVE(
        ...[song.path, song.size, song.modifiedAt, song.title, song.artist, song.album],
        ...[song.folded, song.durationMs, song.isExplicit ? 1 : 0, song.hasCover ? 1 : 0],
        ...[song.gainDb, song.shuffleKey],
      ),
      FORGET(song.path),
    ]),
    ...skipped.flatMap((file) => [
      SKIP(file.path, file.size, file.modifiedAt, file.why),
      GONE_AT(file.path, at),
    ]),
  ]);
}

async function commit(db: Database, statements: Statement<never>[]): Promise<void> {
  for (let from = 0; from < statements.length; from += COMMIT) {
    const [first, ...others] = statements.slice(from, from + COMMIT);
    await db.write(() => [first!, ...others]);
  }
}
