// The search's index of the folder's songs (docs/library.md#search).
import type { Database } from "./client.ts";
import { constantSql } from "./constant_sql.ts";
import { type LibrarySongRow, SONG_COLUMNS } from "./library_songs.ts";

const SEARCH = constantSql<LibrarySongRow>(`
  select ${SONG_COLUMNS} from library_words join library_tracks t on t.id = library_words.rowid
  where library_words match ?1 and t.missing_at is null limit ?2`);

/**
 * The songs that match each of the `queries` (in FTS5's language), at most `max` of each, in the order of their ids.
 * Missing ones are left out.
 */
export async function matchSongs(
  db: Database,
  queries: { first: string; all: string },
  max: number,
): Promise<{ first: LibrarySongRow[]; all: LibrarySongRow[] }> {
  return await db.together({ first: SEARCH(queries.first, max), all: SEARCH(queries.all, max) });
}

const WORDS = constantSql<{ word: string; songs: number }>(`
  select term as word, doc as songs from library_vocabulary where term > ?1 order by term limit ?2`);

/** The next `max` words after `after` that songs have, in their order, with the number of songs that have them. */
export async function listWords(
  db: Database,
  after: string,
  max: number,
): Promise<{ word: string; songs: number }[]> {
  return await db.all(WORDS(after, max));
}
