// The tracks table: songs that a search has shown. A request's title, artist and cover come from here
// (docs/requests.md#sending), and so do answers to searches while the music service cannot answer (docs/music.md#search).
import type { Database } from "../connection/client.ts";
import { columnsOf } from "../schema/columns.ts";
import { tracks } from "../schema/music.ts";
import { statement } from "../connection/statement.ts";

export type Track = typeof tracks.$inferInsert;

const SHOW = statement<{ shown: string }>(`
  insert into tracks (uri, title, artist, album_art, duration_ms, seen_at, explicit, folded, song_key)
  select value ->> 'uri', value ->> 'title', value ->> 'artist', value ->> 'albumArt',
    value ->> 'durationMs', value ->> 'seenAt', coalesce(value ->> 'explicit', 0),
    value ->> 'folded', value ->> 'songKey'
  from json_each(:shown) where true
  on conflict (uri) do update set title = excluded.title, artist = excluded.artist,
    album_art = excluded.album_art, duration_ms = excluded.duration_ms,
    seen_at = excluded.seen_at, explicit = excluded.explicit, folded = excluded.folded,
    song_key = excluded.song_key`);
const FORGET_OLDEST = statement<{ max: number }>(`
  delete from tracks
  where seen_at <= (select seen_at from tracks order by seen_at desc limit 1 offset :max)`);

/**
 * Stores what a search shows. The newest description of a track replaces an older one. Beyond `max` tracks, the ones
 * that were shown longest ago are deleted.
 */
export async function rememberTracks(
  db: Database,
  shown: readonly Track[],
  max: number,
): Promise<void> {
  if (shown.length === 0) return;
  await db.write(() => [SHOW({ shown: JSON.stringify(shown) }), FORGET_OLDEST({ max })]);
}

/** Ends a range of uris that begin alike. */
const AFTER_ALL = "\u{10FFFF}";

type KnownTrack = Omit<Track, "explicit" | "seenAt" | "songKey"> & { explicit: number };

const COLUMNS = columnsOf(
  tracks,
  ["uri", "title", "artist", "albumArt", "durationMs", "explicit"],
);
const OF_SOURCE = "uri > :source and uri < :end";
/** How many of the words begin a word of the song. `folded` has a blank before each word. */
const MATCHED = "(select count(*) from json_each(:words) where instr(folded, ' ' || value) > 0)";

// The longest word first, since few songs have it.
const HAVE_ALL = statement<
  { source: string; end: string; words: string; longest: string; count: number; max: number },
  KnownTrack
>(`
  select ${COLUMNS} from tracks
  where ${OF_SOURCE} and instr(folded, ' ' || :longest) > 0 and ${MATCHED} = :count
  order by seen_at desc limit :max`);
const HAVE_MOST = statement<
  { source: string; end: string; words: string; max: number },
  KnownTrack
>(`
  select ${COLUMNS} from (select *, ${MATCHED} as matched from tracks where ${OF_SOURCE})
  where matched > 0 order by matched desc, seen_at desc limit :max`);

/**
 * The songs of the source `source` that have a word for each beginning in `words` (folded, at least one), at most `max`,
 * those that were shown last first.
 */
export async function matchTracks(
  db: Database,
  source: string,
  words: readonly string[],
  max: number,
): Promise<KnownTrack[]> {
  const longest = words.reduce((a, b) => a.length >= b.length ? a : b);
  return await db.all(
    HAVE_ALL({ ...range(source, words), longest, count: words.length, max }),
  );
}

/** As `matchTracks`, of the songs that have at least one of the words, those with most of them first. */
export async function matchSomeTracks(
  db: Database,
  source: string,
  words: readonly string[],
  max: number,
): Promise<KnownTrack[]> {
  return await db.all(HAVE_MOST({ ...range(source, words), max }));
}

function range(source: string, words: readonly string[]) {
  return { source: `${source}:`, end: `${source}:${AFTER_ALL}`, words: JSON.stringify(words) };
}
