// The folder's songs, as the server reads them (docs/library.md). Their search is in library_search.ts.
import type { Database } from "./client.ts";
import { constantSql } from "./constant_sql.ts";

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

const FIND = constantSql<LibrarySongRow>(
  `select ${SONG_COLUMNS} from library_tracks t where t.id = ?1`,
);

export async function findLibrarySong(
  db: Database,
  id: number,
): Promise<LibrarySongRow | undefined> {
  return (await db.all(FIND(id)))[0];
}

const COUNT = constantSql<{ songs: number }>(
  "select count(*) as songs from library_tracks where missing_at is null",
);
const SKIPPED = constantSql<{ path: string; why: string }>(
  "select path, why from library_skipped order by path limit ?1",
);

/** How many songs are there, and the first `maxSkipped` skipped files by their paths. */
export async function readLibraryStatus(
  db: Database,
  maxSkipped: number,
): Promise<{ songs: number; skipped: { path: string; why: string }[] }> {
  const { count, skipped } = await db.together({ count: COUNT(), skipped: SKIPPED(maxSkipped) });
  return { songs: count[0]?.songs ?? 0, skipped };
}
