// Spotify's tokens, and the two ways in which they stop working.

/** A grant's tokens as Spotify hands them out. */
export interface Tokens {
  accessToken: string;
  expiresInS: number;
  /** Undefined if the one given before stays in use. */
  refreshToken: string | undefined;
}

/** An access token is renewed this long before it ends. */
export const RENEW_EARLY_MS = 60_000;

/** On whose behalf, and until when, a call is made. */
export interface TokenCall {
  accessToken: string;
  signal?: AbortSignal;
}

/** The access token is not accepted; a new one may be. */
export class TokenRefusedError extends Error {
  override name = "TokenRefusedError";
}

/** The grant is over; only its owner's consent makes another. */
export class GrantEndedError extends Error {
  override name = "GrantEndedError";
}
