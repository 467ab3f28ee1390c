// The first half of connecting: from a ticket or a login token to the music service's consent page.
import { calculatePKCECodeChallenge, generateRandomCodeVerifier } from "oauth4webapi";
import { insertSecret, takeSecret } from "../../../db/one_time_secrets.ts";
import { type TokenDeps, verifyToken } from "../../auth/tokens.ts";
import type { Deps } from "../../deps.ts";
import { DomainError } from "../../errors.ts";
import { hashToken, randomToken } from "../../secrets.ts";
import { type Attempt, ConnectError, redirectUri } from "./connecting.ts";

/** How long the owner may look at the consent page. */
export const ATTEMPT_MS = 10 * 60_000;

type ConnectDeps = TokenDeps & Pick<Deps, "cipher" | "config" | "music">;

/**
 * Returns the consent page's address. `browser` is what the cookie of this browser holds.
 * @throws ConnectError `expired` for a ticket, `login_required` for a login token that is not alive
 */
export async function startConnecting(
  deps: ConnectDeps,
  token: string,
  browser: string,
): Promise<string> {
  const accountId = await ownerBehind(deps, token);
  const state = randomToken();
  const attempt: Attempt = {
    verifier: generateRandomCodeVerifier(),
    browser: await hashToken(browser),
  };
  const hash = await hashToken(state);
  const detail = await deps.cipher.encrypt(JSON.stringify(attempt), accountId);
  const createdAt = deps.now();
  const expiresAt = createdAt + ATTEMPT_MS;
  await insertSecret(deps.db, { hash, purpose: "state", accountId, detail, createdAt, expiresAt });
  return deps.music.authorizationUrl({
    state,
    codeChallenge: await calculatePKCECodeChallenge(attempt.verifier),
    redirectUri: redirectUri(deps.config),
  });
}

async function ownerBehind(deps: ConnectDeps, token: string): Promise<string> {
  // A login token (spec 7) is a JWT, whose parts are joined by dots; a ticket has none.
  if (token !== "" && !token.includes(".")) {
    const ticket = await takeSecret(deps.db, "ticket", await hashToken(token), deps.now());
    if (!ticket) throw new ConnectError("expired");
    return ticket.accountId;
  }
  try {
    const caller = await verifyToken(deps, token);
    if (caller.role === "owner") return caller.ownerId;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
  }
  throw new ConnectError("login_required");
}
