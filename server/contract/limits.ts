// Bounds that the server and screens share. Apart from the schemas, so that a screen can have them without zod.
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
export const UNDO_MS = 2 * 60 * 1000;

/** A song that ends earlier, in ms, was hardly heard: a guest's tip is reversed (docs/money.md#reversal). */
export const HEARD_MS = 30_000;

/** After so many songs in a row that could not be played, the songs are not the reason: nothing follows by itself. */
export const MAX_FAILURES = 3;
