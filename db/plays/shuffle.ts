// The order in which the songs of the library play while the queue is empty: each once, and then anew.
import { DAY_MS } from "../../server/contract/clock.ts";
import type { Database } from "../connection/client.ts";
import { statement } from "../connection/statement.ts";

/** Where a player is in the shuffled library: the place of the last song that began, in this round. */
interface ShufflePosition {
  ownerId: string;
  /** Now, in epoch ms. */
  at: number;
  round: number;
  place: number;
}

/** A song of the library, as the shuffle found it. */
interface ShuffledTrack {
  trackId: number;
  title: string;
  artist: string;
  hasCover: number;
  durationMs: number;
  gainDb: number;
  path: string;
}

/** The song that played last is looked for in this time. */
const RECENT_MS = DAY_MS;

const KEY_BITS = 0x7fffffff;

/**
 * The place of the track `t` in the round whose factor is `parameter`. An odd factor makes each key another number, so
 * that it orders anew without a repeat. The id keeps equal keys apart.
 */
export const placeBy = (parameter: string) =>
  `(((t.shuffle_key & ${KEY_BITS}) * ${parameter}) & ${KEY_BITS}) * 1048576 + (t.id & 1048575)`;

/** The song that began last since `:since`, a guest's or not. */
const LAST_URI =
  `(select uri from plays where owner_id = :owner and sent_at > :since and started_at is not null
  order by sent_at desc, rowid desc limit 1)`;

const FOLLOWING = statement<
  { owner: string; factor: number; place: number; evenTheLast: number; since: number },
  ShuffledTrack
>(`
  select t.id as trackId, title, artist, has_cover as hasCover, duration_ms as durationMs,
    gain_db as gainDb, path
  from library_tracks t
  where missing_at is null and ${
  placeBy(":factor")
} > :place and (:evenTheLast or 'library:' || t.id is not ${LAST_URI})
  order by ${placeBy(":factor")} limit 1`);

/**
 * The song that follows in the shuffled library, with its round. The song that played last is left out, unless there is
 * no other. Undefined if the library is empty.
 */
export async function findFollowing(
  db: Database,
  { ownerId: owner, round, place, at }: ShufflePosition,
): Promise<{ round: number; track: ShuffledTrack } | undefined> {
  const tries: [round: number, place: number, evenTheLast: number][] = [
    [round, place, 0],
    [round + 1, -1, 0],
    [round + 1, -1, 1],
  ];
  for (const [each, after, evenTheLast] of tries) {
    const [track] = await db.all(
      FOLLOWING({
        owner,
        factor: factorOf(each),
        place: after,
        evenTheLast,
        since: at - RECENT_MS,
      }),
    );
    if (track) return { round: each, track };
  }
}

/** An odd number for each round, unlike those of the rounds before. */
export function factorOf(round: number): number {
  let mixed = Math.imul(round ^ (round >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return ((mixed ^ (mixed >>> 16)) & KEY_BITS) | 1;
}
