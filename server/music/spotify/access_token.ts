// A cafe's access token: renewed a minute early, one renewal at a time, stored before it is used.
import { getLogger } from "@logtape/logtape";
import { endGrant, findGrant, type MusicGrant, renewGrant } from "../../../db/music_grants.ts";
import type { Deps } from "../../deps.ts";
import { DomainError } from "../../errors.ts";
import { isAlive } from "./connection_status.ts";
import { EARLY_MS } from "./kept_token.ts";
import { type CallContext, GrantEndedError, TokenRefusedError, type Tokens } from "../provider.ts";

export type TokenDeps = Pick<Deps, "cipher" | "db" | "singleFlight" | "music" | "now">;

const REFUSED_TWICE =
  "Spotify bağlantıyı kabul etmiyor. Tekrar deneyin; sürerse bağlantıyı kesip yeniden bağlayın.";

const log = getLogger(["siradaki", "playback"]);

/**
 * Makes a call with the owner's token, and once more with a new one where the service refuses the first.
 * @throws DomainError `music_not_connected` without a live grant, `music_unavailable`, `music_busy`
 */
export async function withAccessToken<T>(
  deps: TokenDeps,
  ownerId: string,
  call: (context: CallContext) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const accessToken = await readAccessToken(deps, ownerId);
  try {
    return await call({ accessToken, signal });
  } catch (error) {
    if (!(error instanceof TokenRefusedError)) throw error;
  }
  const renewed = await readAccessToken(deps, ownerId, accessToken);
  try {
    return await call({ accessToken: renewed, signal });
  } catch (cause) {
    if (!(cause instanceof TokenRefusedError)) throw cause;
    throw new DomainError("music_unavailable", { msg: REFUSED_TWICE }, { cause });
  }
}

/** `refused` is a token that the service has just turned down. */
async function readAccessToken(deps: TokenDeps, ownerId: string, refused?: string) {
  return await usableToken(deps, await requireGrant(deps, ownerId), refused) ??
    await deps.singleFlight.run(`refresh ${ownerId}`, () => renew(deps, ownerId, refused));
}

async function renew(deps: TokenDeps, ownerId: string, refused?: string): Promise<string> {
  const grant = await requireGrant(deps, ownerId);
  // Another instance may have been here since.
  const known = await usableToken(deps, grant, refused);
  if (known !== undefined) return known;
  try {
    const tokens = await deps.music.refresh(await unseal(deps, grant, grant.refreshToken));
    await renewGrant(deps.db, grant, {
      ...await sealTokens(deps, ownerId, tokens),
      ...(tokens.refreshToken === undefined ? { refreshToken: grant.refreshToken } : {}),
    });
    return tokens.accessToken;
  } catch (error) {
    if (!(error instanceof GrantEndedError)) throw error;
    return await giveUp(deps, grant);
  }
}

/** The tokens as the database keeps them; an absent refresh token becomes empty. */
export async function sealTokens(
  { cipher, now }: Pick<Deps, "cipher" | "now">,
  ownerId: string,
  { accessToken, expiresInS, refreshToken }: Tokens,
): Promise<Pick<MusicGrant, "accessToken" | "accessExpiresAt" | "refreshToken">> {
  return {
    accessToken: await cipher.encrypt(accessToken, ownerId),
    accessExpiresAt: now() + expiresInS * 1000,
    refreshToken: await cipher.encrypt(refreshToken ?? "", ownerId),
  };
}

/** Marks the grant as over, except where a newer one has taken its place: that one is then used. */
async function giveUp(deps: TokenDeps, grant: MusicGrant): Promise<string> {
  const ended = await endGrant(deps.db, grant, deps.now());
  log.warn("The music grant of {ownerId} is over: {outcome}", {
    ownerId: grant.ownerId,
    outcome: ended ? "the owner has to connect again" : "another has replaced it",
  });
  const successor = ended ? undefined : await findGrant(deps.db, grant.ownerId);
  const token = successor && await usableToken(deps, successor);
  if (token === undefined) throw new DomainError("music_not_connected");
  return token;
}

async function requireGrant({ db, now }: TokenDeps, ownerId: string): Promise<MusicGrant> {
  const grant = await findGrant(db, ownerId);
  if (!grant || !isAlive(grant, now())) throw new DomainError("music_not_connected");
  return grant;
}

async function usableToken(deps: TokenDeps, grant: MusicGrant, refused?: string) {
  if (grant.accessExpiresAt - EARLY_MS <= deps.now()) return;
  const token = await unseal(deps, grant, grant.accessToken);
  return token === refused ? undefined : token;
}

/** A token sealed with another key (a restored backup, a new ENCRYPTION_KEY) is as good as none. */
async function unseal(deps: TokenDeps, grant: MusicGrant, sealed: string): Promise<string> {
  try {
    return await deps.cipher.decrypt(sealed, grant.ownerId);
  } catch (cause) {
    await endGrant(deps.db, grant, deps.now());
    throw new DomainError("music_not_connected", {}, { cause });
  }
}
