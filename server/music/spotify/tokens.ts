// Spotify's tokens, and the errors for a token that is refused and a grant that has ended.
import type { MusicGrant } from "../../../db/music_grants.ts";
import type { SingleFlight } from "../../once.ts";

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

// The product's own access token, with which guests search: kept, and renewed a minute before it ends
// (docs/music.md#search).

interface AppTokenParts {
  obtain(): Promise<Tokens>;
  /** Epoch ms. */
  now(): number;
  singleFlight: SingleFlight;
}

/** `use` makes a call with the token. If the token is refused, it is renewed and the call made once more. */
export function createAppToken({ obtain, now, singleFlight }: AppTokenParts) {
  let kept: { accessToken: string; endsAt: number } | undefined;

  return {
    async use<T>(call: (context: TokenCall) => Promise<T>): Promise<T> {
      const accessToken = await fresh();
      try {
        return await call({ accessToken });
      } catch (error) {
        if (!(error instanceof TokenRefusedError)) throw error;
        if (kept?.accessToken === accessToken) kept = undefined;
      }
      return await call({ accessToken: await fresh() });
    },
  };

  async function fresh(): Promise<string> {
    if (kept && kept.endsAt - RENEW_EARLY_MS > now()) return kept.accessToken;
    return await singleFlight.run("spotify app token", async () => {
      const { accessToken, expiresInS } = await obtain();
      kept = { accessToken, endsAt: now() + expiresInS * 1000 };
      return accessToken;
    });
  }
}

// How long a consent lasts (docs/music.md#consent). Pure.

/** A refresh token ends this long after the consent; using it does not extend it. */
const LIFETIME_MONTHS = 6;
/** The dashboard asks to renew a consent from this day on. */
const WARN_FROM_DAY = 150;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Returns when a consent of `consentedAt` ends (both epoch ms): six months later, on the same day or the month's last. */
export function consentEndsAt(consentedAt: number): number {
  const end = new Date(consentedAt);
  const day = end.getUTCDate();
  end.setUTCMonth(end.getUTCMonth() + LIFETIME_MONTHS);
  // 31 August plus six months overflows into March.
  if (end.getUTCDate() !== day) end.setUTCDate(0);
  return end.getTime();
}

/** Whether the consent is so old that the owner should renew it. */
export function isConsentAging(consentedAt: number, nowMs: number): boolean {
  return nowMs - consentedAt >= WARN_FROM_DAY * DAY_MS;
}

/** Whether the grant has not ended, as far as is known here. */
export function isAlive(grant: MusicGrant, nowMs: number): boolean {
  return grant.endedAt === null && nowMs < consentEndsAt(grant.consentedAt);
}
