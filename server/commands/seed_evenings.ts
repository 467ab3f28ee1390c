// The requests of the demo cafe: played ones of past evenings, and some that wait now.
import type { SeedRequest } from "../../db/seed.ts";
import type { SearchResult } from "../contract/music.ts";
import { SONGS } from "../music/demo/catalogue.ts";
import { newId } from "../ids.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Evenings with music, in days before today. They cover three weeks, so that there are payouts. */
const EVENINGS = [19, 18, 16, 15, 12, 11, 9, 8, 5, 4, 2, 1];
const SONGS_PER_EVENING = 9;
/** When those in the queue were sent, and those that wait for approval, in minutes before now. */
const QUEUED_MINUTES = [28, 21, 17, 9];
const WAITING_MINUTES = [6, 3, 1];
const OPEN = QUEUED_MINUTES.length + WAITING_MINUTES.length;
/** Tips in TL: mostly small, a few large. */
const TIPS_TL = [10, 0, 20, 10, 50, 15, 25, 10, 100, 5, 30, 12.5, 40];

/** What a request names of its song. */
type SeedSong = Pick<SearchResult, "title" | "artist" | "albumArt" | "uri">;

export interface EveningOptions {
  /** Whether the demo music account serves the covers of its songs. */
  covers: boolean;
  /** Songs that the cafe can play now. The requests that are open name them, each another one; the last stays free. */
  songs?: readonly SeedSong[];
}

/**
 * Requests of the last weeks, oldest first: played ones, then some in the queue and some that wait for approval. All but the
 * `songs` are of the demo music account.
 */
export function seedRequests(nowMs: number, { covers, songs }: EveningOptions): SeedRequest[] {
  let count = 0;
  const request = (
    createdAt: number,
    { title, artist, albumArt, uri }: SeedSong,
    rest: Partial<SeedRequest>,
  ): SeedRequest => {
    const tipTl = TIPS_TL[count % TIPS_TL.length]!;
    count += 1;
    const song = { songTitle: title, artist, albumArt, uri };
    return { id: newId(createdAt), ...song, tipKurus: tipTl * 100, createdAt, ...rest };
  };
  const played = EVENINGS.flatMap((daysAgo) =>
    Array.from({ length: SONGS_PER_EVENING }, (_, i) => {
      const createdAt = nowMs - daysAgo * DAY_MS + i * 11 * MINUTE_MS;
      return request(createdAt, demoSong(count, covers), {
        status: "played",
        decidedAt: createdAt + MINUTE_MS,
        playedAt: createdAt + 8 * MINUTE_MS,
      });
    })
  );
  const open = songs?.slice(0, -1).slice(0, OPEN) ??
    Array.from({ length: OPEN }, (_, i) => demoSong(count + i, covers));
  const half = Math.ceil(open.length / 2);
  const queued = open.slice(0, half).map((song, i) => {
    const createdAt = nowMs - QUEUED_MINUTES[i]! * MINUTE_MS;
    return request(createdAt, song, { status: "approved", decidedAt: createdAt + MINUTE_MS });
  });
  const waiting = open.slice(half).map((song, i) =>
    request(nowMs - WAITING_MINUTES[i]! * MINUTE_MS, song, {})
  );
  return [...played, ...queued, ...waiting];
}

/** A song of the demo music account, another one for each `count`. */
function demoSong(count: number, covers: boolean): SeedSong {
  const { id, title, artists, uri } = SONGS[(count * 7) % SONGS.length]!;
  return {
    title,
    artist: artists.join(", "),
    albumArt: covers ? `/demo/covers/${id}.svg` : "",
    uri,
  };
}
