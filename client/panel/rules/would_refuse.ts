// How many of the pending requests a rule would refuse. Pure.
import { fold, foldedSong } from "../../../server/contract/fold.ts";
import type { OpenRequest } from "../../../server/contract/requests.ts";

/** Those with one of `words` in title or artist (docs/house.md#blocked-words). */
export function blockedBy(words: readonly string[], pending: readonly OpenRequest[]): number {
  const folded = words.map((word) => ` ${fold(word)} `);
  return pending.filter(({ songTitle, artist }) => {
    const song = foldedSong(songTitle, artist);
    return folded.some((word) => song.includes(word));
  }).length;
}

/** Those that guests have pending beyond `perGuest`. */
export function beyond(perGuest: number | null, pending: readonly OpenRequest[]): number {
  if (perGuest === null) return 0;
  // Each of a guest's requests says how many the guest has.
  const shares = pending.map(({ sameGuest }) => Math.max(0, sameGuest - perGuest) / sameGuest);
  return Math.round(shares.reduce((sum, share) => sum + share, 0));
}
