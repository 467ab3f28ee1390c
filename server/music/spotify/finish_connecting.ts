// The second half of connecting: the browser comes back from the music service's consent page.
import { saveGrant } from "../../../db/music_grants.ts";
import { takeSecret } from "../../../db/one_time_secrets.ts";
import type { Deps } from "../../deps.ts";
import { DomainError } from "../../errors.ts";
import { hashToken } from "../../secrets.ts";
import { sealTokens } from "./access_token.ts";
import { type Attempt, ConnectError, redirectUri } from "./connecting.ts";
import { GrantEndedError, type Tokens } from "../provider.ts";

type ConnectDeps = Pick<Deps, "cipher" | "config" | "db" | "music" | "now">;

/**
 * Stores the grant that the return in `parameters` stands for. `browser` is what this browser's cookie holds.
 * @throws ConnectError for every return that is not the first one of an attempt that this browser began
 */
export async function finishConnecting(
  deps: ConnectDeps,
  parameters: URLSearchParams,
  browser: string | undefined,
): Promise<void> {
  // RFC 6749, 10.12: without what only the beginning browser has, nothing is used up either.
  if (!browser) throw new ConnectError("forged");
  const state = parameters.get("state") ?? "";
  const begun = await takeSecret(deps.db, "state", await hashToken(state), deps.now());
  if (!begun) throw new ConnectError("expired");
  const ownerId = begun.accountId;
  const attempt: Attempt = JSON.parse(await deps.cipher.decrypt(begun.detail, ownerId));
  if (attempt.browser !== await hashToken(browser)) throw new ConnectError("forged");
  const error = parameters.get("error");
  if (error) throw new ConnectError(error === "access_denied" ? "refused" : "failed");

  const tokens = await exchange(deps, parameters, state, attempt.verifier);
  // Without a refresh token the connection would be over within the hour.
  if (!tokens.refreshToken) throw new ConnectError("failed");
  const kept = await saveGrant(deps.db, {
    ownerId,
    ...await sealTokens(deps, ownerId, tokens),
    consentedAt: deps.now(),
  });
  if (!kept) throw new ConnectError("failed");
}

async function exchange(
  { config, music }: ConnectDeps,
  parameters: URLSearchParams,
  state: string,
  verifier: string,
): Promise<Tokens> {
  try {
    return await music.exchange({ parameters, state, verifier, redirectUri: redirectUri(config) });
  } catch (cause) {
    if (!(cause instanceof DomainError || cause instanceof GrantEndedError)) throw cause;
    throw new ConnectError("failed", { cause });
  }
}
