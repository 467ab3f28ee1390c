// Renews a login: a new token, and a later end (docs/accounts.md#renewal).
import { renewSession } from "../../db/renew_session.ts";
import type { LoginClaim } from "../../db/sessions.ts";
import type { Renewed } from "../contract/sessions.ts";
import { DomainError } from "../errors.ts";
import { LOGIN_LIFETIME_MS, LONGEST_LOGIN_MS, type TokenDeps } from "./tokens.ts";

/**
 * Returns a new token of the same login, and when the login ends for good. Older ones work until their own end, for tabs that still have them.
 * @throws DomainError `unauthenticated` if the login has ended
 */
export async function renew(
  { db, tokenSigner }: TokenDeps,
  claim: LoginClaim,
  device: string | undefined,
): Promise<Renewed> {
  const login = await renewSession(db, claim, {
    lifetimeMs: LOGIN_LIFETIME_MS,
    longestMs: LONGEST_LOGIN_MS,
    device,
  });
  if (!login?.role) throw new DomainError("unauthenticated");
  const { accountId: id, role, tokenVersion, expiresAt, endsAt } = login;
  const token = await tokenSigner.sign({
    sessionId: claim.sessionId,
    account: { id, role, tokenVersion },
    cafe: role === "staff" ? claim.ownerId : undefined,
    issuedAt: claim.nowMs,
    expiresAt,
  });
  return { token, endsAt: new Date(endsAt).toISOString() };
}
