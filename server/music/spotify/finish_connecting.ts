// Finishes connecting: the browser has come back from Spotify's consent page.
import { saveGrant } from "../../../db/music_grants.ts";
import { takeSecret } from "../../../db/one_time_secrets.ts";
import { DomainError } from "../../errors.ts";
import { hashToken } from "../../secrets.ts";
import { ConnectError } from "../connect_outcome.ts";
import { sealTokens } from "./access_token.ts";
import { type Attempt, redirectUri } from "./attempt.ts";
import type { SpotifyParts } from "./spotify_parts.ts";
import { GrantEndedError, type Tokens } from "./tokens.ts";

/**
 * Exchanges the code in `parameters` for tokens, stores them, and returns the owner's id. `browser` is the value of this
 * browser's cookie.
 * @throws ConnectError unless it is the first return of an attempt that this browser began
 */
export async function finishConnecting(
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
