// Connecting a cafe's Spotify account (docs/music.md#connecting).
import { calculatePKCECodeChallenge, generateRandomCodeVerifier } from "oauth4webapi";
import { insertSecret, takeSecret } from "../../../db/accounts.ts";
import { deleteGrant, findGrant, saveGrant } from "../../../db/music_grants.ts";
import type { Config } from "../../config.ts";
import { DomainError } from "../../errors.ts";
import { overdueBefore } from "../../playback/play.ts";
import { hashToken, randomToken } from "../../secrets.ts";
import { ATTEMPT_LIFETIME_MS, ConnectError } from "../connect.ts";
import type { Connecting } from "../provider.ts";
import {
  consentEndsAt,
  GrantEndedError,
  isAlive,
  isConsentAging,
  sealTokens,
  type Tokens,
} from "./tokens.ts";
import type { SpotifyParts } from "./provider.ts";

/** What a `state` stands for: the PKCE verifier and the hash of the browser's cookie. */
interface Attempt {
  verifier: string;
  browser: string;
}

/** The address that Spotify sends the browser back to. It is registered at Spotify, which compares it exactly. */
function redirectUri({ appOrigin }: Config): string {
  return `${appOrigin}/api/spotify/callback`;
}

/**
 * Exchanges the code in `parameters` for tokens, stores them, and returns the owner's id. `browser` is the value of this
 * browser's cookie.
 * @throws ConnectError unless it is the first return of an attempt that this browser began
 */
async function finishConnecting(
  parts: SpotifyParts,
  parameters: URLSearchParams,
  browser: string | undefined,
): Promise<string> {
  const { cipher, db, now } = parts;
  // Without the secret of the browser that began, the return is forged. It must not use up the attempt (RFC 6749, 10.12).
  if (!browser) throw new ConnectError("forged");
  const state = parameters.get("state") ?? "";
  const begun = await takeSecret(db, "state", await hashToken(state), now());
  if (!begun) throw new ConnectError("expired");
  const ownerId = begun.accountId;
  const attempt: Attempt = JSON.parse(await cipher.decrypt(begun.detail, ownerId));
  if (attempt.browser !== await hashToken(browser)) throw new ConnectError("forged");
  const error = parameters.get("error");
  if (error) throw new ConnectError(error === "access_denied" ? "refused" : "failed");

  const tokens = await exchange(parts, parameters, state, attempt.verifier);
  // Without a refresh token the connection would be over within the hour.
  if (!tokens.refreshToken) throw new ConnectError("failed");
  const kept = await saveGrant(db, {
    ownerId,
    ...await sealTokens(parts, ownerId, tokens),
    consentedAt: now(),
  });
  if (!kept) throw new ConnectError("failed");
  return ownerId;
}

async function exchange(
  { config, oauth }: SpotifyParts,
  parameters: URLSearchParams,
  state: string,
  verifier: string,
): Promise<Tokens> {
  try {
    return await oauth.exchange({ parameters, state, verifier, redirectUri: redirectUri(config) });
  } catch (cause) {
    if (!(cause instanceof DomainError || cause instanceof GrantEndedError)) throw cause;
    throw new ConnectError("failed", { cause });
  }
}

/** Returns the address of the consent page. `browser` is the value of this browser's cookie. */
async function startConnecting(
  { cipher, config, db, now, oauth }: SpotifyParts,
  ownerId: string,
  browser: string,
): Promise<string> {
  const state = randomToken();
  const attempt: Attempt = {
    verifier: generateRandomCodeVerifier(),
    browser: await hashToken(browser),
  };
  const hash = await hashToken(state);
  const detail = await cipher.encrypt(JSON.stringify(attempt), ownerId);
  const createdAt = now();
  const expiresAt = createdAt + ATTEMPT_LIFETIME_MS;
  await insertSecret(db, {
    hash,
    purpose: "state",
    accountId: ownerId,
    detail,
    createdAt,
    expiresAt,
  });
  return oauth.authorizationUrl({
    state,
    codeChallenge: await calculatePKCECodeChallenge(attempt.verifier),
    redirectUri: redirectUri(config),
  });
}

export function createConnecting(parts: SpotifyParts): Connecting {
  const { db, now } = parts;
  return {
    async status(ownerId) {
      const grant = await findGrant(db, ownerId);
      if (!grant) return { connected: false, reason: "never_connected" };
      if (!isAlive(grant, now())) return { connected: false, reason: "consent_ended" };
      return {
        connected: true,
        until: consentEndsAt(grant.consentedAt),
        endsSoon: isConsentAging(grant.consentedAt, now()),
      };
    },
    start: (ownerId, browser) => startConnecting(parts, ownerId, browser),
    finish: (parameters, browser) => finishConnecting(parts, parameters, browser),
    async disconnect(ownerId) {
      const nowMs = now();
      await deleteGrant(db, ownerId, { nowMs, sentBefore: overdueBefore(nowMs) });
    },
  };
}
