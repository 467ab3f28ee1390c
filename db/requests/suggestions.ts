// What a cafe's guests ask for most, and which of it they can ask for now (docs/music.md#suggestions).
import type { Database } from "../connection/client.ts";
import { songIn } from "../schema/requests.ts";
import { statement } from "../connection/statement.ts";
import { asking, CAN_BE_ASKED_FOR, COMPARED } from "./house_refusal.ts";
import { OPEN_CAFE, raiseIfChanged, selectRevision } from "../people/rooms.ts";
import { SOURCE_AMONG, sourceInUri } from "../music/sources.ts";

/** A song that guests asked for. `durationMs` is null if no search has shown it. */
export interface PopularSong {
  uri: string;
  title: string;
  artist: string;
  albumArt: string;
  durationMs: number | null;
  explicit: 0 | 1;
}

/**
 * Selects what guests of `:owner` asked for since `:since` of its source, as `asked`, most first, `:max` at most. What
 * waits is no suggestion, so that those that are settled are enough; the condition is that of the index. Of the rows of
 * a group SQLite takes the one with the maximum.
 */
const POPULAR_ROWS = `
  select uri, song_title as title, artist, album_art as art, song_key as songKey,
    count(*) as requests, max(created_at) as last
  from song_requests
  where owner_id = :owner and status in ('rejected', 'played', 'withdrawn')
    and created_at >= :since and is_own = 0 and ${sourceInUri("uri")} = ${SOURCE_AMONG}
  group by ${songIn()}
  order by requests desc, last desc, uri limit :max`;

const POPULAR = statement<
  { owner: string; sources: string; since: number; max: number },
  PopularSong
>(`
  select asked.uri, coalesce(t.title, asked.title) as title,
    coalesce(t.artist, asked.artist) as artist, coalesce(t.album_art, asked.art) as albumArt,
    nullif(t.duration_ms, 0) as durationMs, coalesce(t.explicit, 0) as explicit
  from (${POPULAR_ROWS}) as asked left join tracks t on t.uri = asked.uri
  order by requests desc, last desc, asked.uri`);

const PICKS = statement<{ owner: string }, { picks: string }>(
  "select picks from cafes where owner_id = :owner",
);

/** What the owner's guests asked for since `since` (epoch ms), most first, `max` at most, and the owner's own picks, as JSON. */
export async function readPopular(
  db: Database,
  owner: string,
  { sources, since, max }: { sources: readonly string[]; since: number; max: number },
): Promise<{ popular: PopularSong[]; picks: string }> {
  const { popular, picks } = await db.together({
    popular: POPULAR({ owner, sources: JSON.stringify(sources), since, max }),
    picks: PICKS({ owner }),
  });
  return { popular, picks: picks[0]?.picks ?? "[]" };
}

/** What a song is compared by. */
export interface Candidate {
  uri: string;
  songKey: string;
  folded: string;
}

/** The condition that the song of `asked` is of the cafe's source, which is asked once for all of them. */
const OF_SOURCE = `${sourceInUri("asked_uri")} = ${SOURCE_AMONG}`;

const ASKABLE = statement<
  { owner: string; songs: string; sources: string; now: number; minute: number },
  { place: number }
>(`
  with ${
  asking(
    {
      uri: "(s.value ->> 'uri')",
      songKey: "(s.value ->> 'songKey')",
      folded: "(s.value ->> 'folded')",
    },
    "join json_each(:songs) s",
    "s.key as place",
  )
},
  ${COMPARED}
  select place from asked where ${OF_SOURCE} and ${CAN_BE_ASKED_FOR} order by place`);

/** The places of the songs, from 0, that guests of the owner can ask for at this moment. */
export async function findAskable(
  db: Database,
  owner: string,
  { songs, sources, now, minute }: {
    songs: readonly Candidate[];
    /** The ids of all sources; the first is that of a cafe that has chosen none. */
    sources: readonly string[];
    /** Epoch ms, and minutes from Monday 00:00 in Istanbul. */
    now: number;
    minute: number;
  },
): Promise<number[]> {
  if (songs.length === 0) return [];
  const rows = await db.all(ASKABLE({
    ...{ owner, songs: JSON.stringify(songs), sources: JSON.stringify(sources), now, minute },
  }));
  return rows.map(({ place }) => place);
}

/** A song that guests of a cafe can ask for; `folded` is null if no search has shown it, and `blocked` are the cafe's words. */
export interface SuggestedSong extends PopularSong {
  folded: string | null;
  blocked: string | null;
}

/**
 * The statement that reads all of it at once, for a server that is asked once for a page. Of a song that no search has shown,
 * blocked words are left to the caller.
 */
export const suggestedAt = statement<
  { owner: string; sources: string; since: number; max: number; now: number; minute: number },
  SuggestedSong
>(`
  with popular as (${POPULAR_ROWS}), song as (
    select uri, title, artist, art, songKey, requests, last from popular
    union all
    select value ->> 'uri', value ->> 'title', value ->> 'artist', value ->> 'albumArt', null,
      -key, 0
    from json_each((select picks from cafes where owner_id = :owner))
    where not exists (select 1 from popular)),
  ${
  asking(
    { uri: "s.uri", songKey: "coalesce(s.songKey, s.uri)", folded: "null" },
    "join song s",
    "s.title as own_title, s.artist as own_artist, art, s.requests as times, last",
  )
},
  ${COMPARED}
  select asked_uri as uri, coalesce(title, own_title) as title, coalesce(artist, own_artist) as artist,
    coalesce(album_art, art) as albumArt, nullif(duration_ms, 0) as durationMs,
    coalesce(explicit, 0) as explicit, folded, blocked_folded as blocked
  from asked where ${OF_SOURCE} and ${CAN_BE_ASKED_FOR}
  order by times desc, last desc, asked_uri`);

const SET_PICKS = statement<{ owner: string; picks: string }>(
  `update cafes set picks = :picks where owner_id = :owner and ${OPEN_CAFE}`,
);

/** Saves the owner's picks, which are JSON. Returns the room's revision, which every instance hears of. */
export async function savePicks(db: Database, owner: string, picks: string): Promise<number> {
  const { room } = await db.write(() => ({
    saved: SET_PICKS({ owner, picks }),
    raised: raiseIfChanged({ owner }),
    room: selectRevision({ owner }),
  }));
  return room[0]?.revision ?? 0;
}

/** The owner's picks, as JSON. */
export async function findPicks(db: Database, owner: string): Promise<string> {
  return (await db.all(PICKS({ owner })))[0]?.picks ?? "[]";
}
