// Starts connecting: sends an owner's browser to Spotify's consent page.
import { calculatePKCECodeChallenge, generateRandomCodeVerifier } from "oauth4webapi";
import { insertSecret } from "../../../db/one_time_secrets.ts";
import { hashToken, randomToken } from "../../secrets.ts";
import { ATTEMPT_LIFETIME_MS } from "../connect_outcome.ts";
import { type Attempt, redirectUri } from "./attempt.ts";
import type { SpotifyParts } from "./spotify_parts.ts";

/** Returns the address of the consent page. `browser` is the value of this browser's cookie. */
export async function startConnecting(
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
