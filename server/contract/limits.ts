// Bounds that screens show. Apart from the schemas, so that a screen can have them without zod.

/** Digits of a verification code. */
export const CODE_LENGTH = 6;
/** Characters of a password. */
export const MIN_PASSWORD_LENGTH = 8;
export const MAX_PASSWORD_LENGTH = 256;

/** The most songs that a search finds (docs/music.md#search). Spotify returns no more to one call. */
export const MAX_FOUND = 10;

/** The most requests that one call decides on (docs/requests.md#many-at-once). */
export const MAX_AT_ONCE = 200;
