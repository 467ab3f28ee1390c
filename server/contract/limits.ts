// Bounds that the server and screens share. Apart from the schemas, so that a screen can have them without zod.
import { MINUTE_MS } from "./clock.ts";
// tests/db/shared_numbers_test.ts holds those to it that SQL needs too.

/** Digits of a verification code. */
export const CODE_LENGTH = 6;
/** Characters of a password. */
export const MIN_PASSWORD_LENGTH = 8;
export const MAX_PASSWORD_LENGTH = 256;

/** The most songs that a search finds (docs/music.md#search). Spotify returns no more to one call. */
export const MAX_FOUND = 10;

/** The most requests that one call decides on (docs/requests.md#many-at-once). */
export const MAX_AT_ONCE = 200;

/** The largest list of songs that can be sent, in bytes. */
export const MAX_LIST_BYTES = 1024 * 1024;

/** How long a decision can be undone, in ms (docs/requests.md#undo). */
export const UNDO_MS = 2 * MINUTE_MS;

/** A song that ends earlier, in ms, was hardly heard: a guest's tip is reversed (docs/money.md#reversal). */
export const HEARD_MS = 30_000;

/** After so many songs in a row that could not be played, the songs are not the reason: nothing follows by itself. */
export const MAX_FAILURES = 3;

// What a tip may be (docs/requests.md#tips). Without zod, so that the cafe page can have it.

export const MAX_TIP_TL = 10_000;

/** From this tip on the cafe page asks once more and the owner's list marks the request, in TL (docs/requests.md#tips). */
export const LARGE_TIP_TL = 250;

/** Whether `tl` is a tip that is accepted: from 0 to MAX_TIP_TL, with at most two decimals. */
export function isTip(tl: number): boolean {
  // The decimals are read from the decimal form: in binary, 10.005 * 100 is 1000.4999….
  return tl >= 0 && tl <= MAX_TIP_TL && /^\d+(\.\d{1,2})?$/.test(String(tl));
}
