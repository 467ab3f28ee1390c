// A cafe's access token: renewed a minute before it ends, once at a time, and stored before it is used
// (docs/music.md#tokens).
import { getLogger } from "@logtape/logtape";
import { endGrant, findGrant, type MusicGrant, renewGrant } from "../../../db/music_grants.ts";
import {
  GrantEndedError,
  isAlive,
  RENEW_EARLY_MS,
  type TokenCall,
  TokenRefusedError,
  type Tokens,
} from "./tokens.ts";
import type { SpotifyParts } from "./spotify_parts.ts";
import { notConnected, unavailable } from "./refusals.ts";

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
