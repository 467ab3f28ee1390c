// The short address of a cafe's page, for people who type it, and its code (docs/http.md#short-addresses).

const CODE_LENGTH = 8;
/** The letters and digits of Crockford's base32, in which ids are written, without those that are read as others. */
const CODE = /^[0-9a-hjkmnp-tv-z]{8}$/;

/** The short address at the origin that guests reach. */
export function shortUrl(guestOrigin: string, cafeId: string): string {
  return `${guestOrigin}/k/${cafeId.slice(-CODE_LENGTH).toLowerCase()}`;
}

/**
 * The code that a guest has typed, or undefined if no cafe can have it. Case does not matter, O is read as 0, and L and
 * every I of a Turkish keyboard as 1.
 */
export function readCode(typed: string): string | undefined {
  const code = typed.replace(/o/gi, "0").replace(/[ilıİ]/gi, "1").toLowerCase();
  return CODE.test(code) ? code : undefined;
}
