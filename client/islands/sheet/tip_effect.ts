// What a tip does: the place of a new request in the queue, and how long it waits there (docs/requests.md#waiting). Pure.
import { UNKNOWN_DURATION_MS } from "../../../server/contract/waiting.ts";

/** A song in the queue. Without `durationMs` its length is unknown. */
export interface QueuedSong {
  tipAmount: number;
  createdAt?: string;
  _id?: string;
  durationMs?: number;
}

export interface TipEffect {
  /** From 1. */
  place: number;
  waitMs: number;
}

/**
 * The effect of `tip` (TL) on `queue`. An equal tip goes behind those that are there. `leftMs` is what is left of the
 * song that plays. `raised` is the song of `queue` whose sum becomes `tip`: it goes in front of equal ones that are newer,
 * and keeps its place if patience has given it a better one (docs/house.md#order).
 */
export function effectOfTip(
  queue: readonly QueuedSong[],
  tip: number,
  leftMs: number,
  raised?: QueuedSong,
): TipEffect {
  const byTip = queue.filter((song) =>
    song !== raised && song.tipAmount >= tip &&
    !(raised && song.tipAmount === tip && ageOf(raised) < ageOf(song))
  );
  const present = queue.findIndex((song) => song === raised);
  const ahead = present >= 0 && present < byTip.length ? queue.slice(0, present) : byTip;
  const waitMs = ahead.reduce(
    (sum, { durationMs = UNKNOWN_DURATION_MS }) => sum + durationMs,
    leftMs,
  );
  return { place: ahead.length + 1, waitMs };
}

/** Texts that sort as the requests were made (docs/requests.md#order). */
function ageOf({ createdAt, _id }: QueuedSong): string {
  return `${createdAt} ${_id}`;
}
