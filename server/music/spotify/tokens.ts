// Spotify's tokens, and the errors for a token that is refused and a grant that has ended.
import { getLogger } from "@logtape/logtape";
import {
  endGrant,
  findGrant,
  type MusicGrant,
  renewGrant,
} from "../../../db/music/music_grants.ts";
import { DAY_MS, MINUTE_MS } from "../../contract/clock.ts";
import type { SingleFlight } from "../../once.ts";
import type { SpotifyParts } from "./provider.ts";
import { notConnected, unavailable } from "./refusals.ts";

export interface Tokens {
  accessToken: string;
  expiresInS: number;
  /** Undefined if the previous one stays in use. */
  refreshToken: string | undefined;
}

/** An access token is renewed this long before it ends. */
const RENEW_EARLY_MS = MINUTE_MS;

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

// A cafe's access token: renewed a minute before it ends, once at a time, and stored before it is used
// (docs/music.md#tokens).

const REFUSED_TWICE =
  "Spotify bağlantıyı kabul etmiyor. Tekrar deneyin; sürerse bağlantıyı kesip yeniden bağlayın.";

const log = getLogger(["siradaki", "music"]);

/** Returns the owner's grant. @throws DomainError `music_not_connected` if there is none, or if it has ended */
export async function requireGrant(
  { db, now }: SpotifyParts,
  ownerId: string,
): Promise<MusicGrant> {
  const grant = await findGrant(db, ownerId);
  if (!grant || !isAlive(grant, now())) throw notConnected();
  return grant;
}

/**
 * Makes a call with the grant's token. If Spotify refuses the token, it is renewed and the call made once more.
 * @throws DomainError `music_not_connected` if the grant has ended, `music_unavailable`, `music_busy`
 */
export async function withAccessToken<T>(
  parts: SpotifyParts,
  grant: MusicGrant,
  call: (context: TokenCall) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const accessToken = await usableToken(parts, grant) ?? await renewed(parts, grant);
  try {
    return await call({ accessToken, signal });
  } catch (error) {
    if (!(error instanceof TokenRefusedError)) throw error;
  }
  const another = await renewed(parts, grant, accessToken);
  try {
    return await call({ accessToken: another, signal });
  } catch (cause) {
    if (!(cause instanceof TokenRefusedError)) throw cause;
    throw unavailable(cause, REFUSED_TWICE);
  }
}

/** Returns a new access token. `refused` is one that Spotify has just refused. */
function renewed(parts: SpotifyParts, { ownerId }: MusicGrant, refused?: string): Promise<string> {
  return parts.singleFlight.run(`refresh ${ownerId}`, () => renew(parts, ownerId, refused));
}

async function renew(parts: SpotifyParts, ownerId: string, refused?: string): Promise<string> {
  const grant = await requireGrant(parts, ownerId);
  // Another call or another instance may have renewed the token since.
  const known = await usableToken(parts, grant, refused);
  if (known !== undefined) return known;
  try {
    const tokens = await parts.oauth.refresh(await unseal(parts, grant, grant.refreshToken));
    await renewGrant(parts.db, grant, {
      ...await sealTokens(parts, ownerId, tokens),
      ...(tokens.refreshToken === undefined ? { refreshToken: grant.refreshToken } : {}),
    });
    return tokens.accessToken;
  } catch (error) {
    if (!(error instanceof GrantEndedError)) throw error;
    return await giveUp(parts, grant);
  }
}

/** Encrypts tokens for the database. An absent refresh token becomes empty. */
export async function sealTokens(
  { cipher, now }: Pick<SpotifyParts, "cipher" | "now">,
  ownerId: string,
  { accessToken, expiresInS, refreshToken }: Tokens,
): Promise<Pick<MusicGrant, "accessToken" | "accessExpiresAt" | "refreshToken">> {
  return {
    accessToken: await cipher.encrypt(accessToken, ownerId),
    accessExpiresAt: now() + expiresInS * 1000,
    refreshToken: await cipher.encrypt(refreshToken ?? "", ownerId),
  };
}

/** Marks the grant as ended. If a newer one has replaced it, returns the token of that one. */
async function giveUp(parts: SpotifyParts, grant: MusicGrant): Promise<string> {
  const ended = await end(parts, grant);
  log.warn("The Spotify grant of {ownerId} is over: {outcome}", {
    ownerId: grant.ownerId,
    outcome: ended ? "the owner has to connect again" : "another has replaced it",
  });
  const successor = ended ? undefined : await findGrant(parts.db, grant.ownerId);
  const token = successor && await usableToken(parts, successor);
  if (token === undefined) throw notConnected();
  return token;
}

/** Returns whether the grant was still the cafe's. The panel then says that the account has to be connected again. */
async function end(parts: SpotifyParts, grant: MusicGrant): Promise<boolean> {
  const revision = await endGrant(parts.db, grant, parts.now());
  if (revision !== undefined) parts.hub.announce(grant.ownerId, revision);
  return revision !== undefined;
}

async function usableToken(parts: SpotifyParts, grant: MusicGrant, refused?: string) {
  if (grant.accessExpiresAt - RENEW_EARLY_MS <= parts.now()) return;
  const token = await unseal(parts, grant, grant.accessToken);
  return token === refused ? undefined : token;
}

/** A token encrypted with another key (a restored backup, a new ENCRYPTION_KEY) cannot be used: the grant ends. */
async function unseal(parts: SpotifyParts, grant: MusicGrant, sealed: string): Promise<string> {
  try {
    return await parts.cipher.decrypt(sealed, grant.ownerId);
  } catch (cause) {
    await end(parts, grant);
    throw notConnected(cause);
  }
}
