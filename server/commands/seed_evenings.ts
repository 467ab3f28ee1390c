// The requests of the demo cafe: played ones of past evenings, and some that wait now.
import type { SeedRequest } from "../../db/seed.ts";
import { SONGS } from "../music/demo/catalogue/songs.ts";
import { newId } from "../ids.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Evenings with music, in days before today. They cover three weeks, so that there are payouts. */
const EVENINGS = [19, 18, 16, 15, 12, 11, 9, 8, 5, 4, 2, 1];
const SONGS_PER_EVENING = 9;
/** Tips in TL: mostly small, a few large. */
const TIPS_TL = [10, 0, 20, 10, 50, 15, 25, 10, 100, 5, 30, 12.5, 40];

/**
 * Requests of the last weeks, oldest first: played ones, then some in the queue and some that wait for approval.
 * `covers` says whether the demo music account serves their covers.
 */
export function seedRequests(nowMs: number, { covers }: { covers: boolean }): SeedRequest[] {
  let count = 0;
  const request = (createdAt: number, rest: Partial<SeedRequest>): SeedRequest => {
    const song = SONGS[(count * 7) % SONGS.length]!;
    const tipTl = TIPS_TL[count % TIPS_TL.length]!;
    count += 1;
    return {
      id: newId(createdAt),
      songTitle: song.title,
      artist: song.artists.join(", "),
      albumArt: covers ? `/demo/covers/${song.id}.svg` : "",
      uri: song.uri,
      tipKurus: tipTl * 100,
      createdAt,
      ...rest,
    };
  };
  const played = EVENINGS.flatMap((daysAgo) =>
    Array.from({ length: SONGS_PER_EVENING }, (_, i) => {
      const createdAt = nowMs - daysAgo * DAY_MS + i * 11 * MINUTE_MS;
      return request(createdAt, {
        status: "played",
        decidedAt: createdAt + MINUTE_MS,
        playedAt: createdAt + 8 * MINUTE_MS,
      });
    })
  );
  const queued = [28, 21, 17, 9].map((minutes) =>
    request(nowMs - minutes * MINUTE_MS, {
      status: "approved",
      decidedAt: nowMs - (minutes - 1) * MINUTE_MS,
    })
  );
  const waiting = [6, 3, 1].map((minutes) => request(nowMs - minutes * MINUTE_MS, {}));
  return [...played, ...queued, ...waiting];
}
