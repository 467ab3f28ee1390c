// Spotify's tokens, and the errors for a token that is refused and a grant that has ended.

/** Tokens as Spotify issues them. */
export interface Tokens {
  accessToken: string;
  expiresInS: number;
  /** Undefined if the previous one stays in use. */
  refreshToken: string | undefined;
}

/** An access token is renewed this long before it ends. */
export const RENEW_EARLY_MS = 60_000;

/** The token that a call is made with, and the signal that ends it. */
export interface TokenCall {
  accessToken: string;
  signal?: AbortSignal;
}

/** Spotify does not accept the access token. It may accept a new one. */
export class TokenRefusedError extends Error {
  override name = "TokenRefusedError";
}

/** The grant has ended. Only a new consent of its owner makes another. */
export class GrantEndedError extends Error {
  override name = "GrantEndedError";
}
