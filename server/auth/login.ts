// A login begins, is renewed, and ends (docs/accounts.md#tokens).
import { type Account, findVerifiedAccount } from "../../db/people/accounts.ts";
import { findNewestRegistration, findRegistrationsAmong } from "../../db/people/registrations.ts";
import { deleteSession, endSessions, listSessions, nameDevice } from "../../db/people/sessions.ts";
import { type LoginClaim, renewSession } from "../../db/people/login_claims.ts";
import type { Credentials, DeviceName, LoginSession, Renewed } from "../contract/auth.ts";
import type { Deps } from "../deps.ts";
import { DomainError } from "../errors.ts";
import type { Caller } from "../http/caller.ts";
import { passSecondFactor } from "../second_factor/prove.ts";
import { checkPassword } from "./check_password.ts";
import { type KnownBrowser, knows } from "./known_browser.ts";
import { logSecurityEvent } from "./security_log.ts";
import { issueToken, LOGIN_LIFETIME_MS, LONGEST_LOGIN_MS, type TokenDeps } from "./tokens.ts";

/** Either a login token, or the account that has to be verified first. */
type LoginOutcome = { token: string } | { unverified: Account };

/**
 * Every path compares exactly one hash, so that the time it takes tells nothing. `own` are the ids of accounts that
 * this browser registered: they come before newer registrations of the same e-mail. `browser` is what logged in before.
 * @throws DomainError `wrong_credentials` both for an unknown e-mail and for a wrong password, also one that was changed
 *   during this call; `rate_limited`;
 *   `second_factor_required`, `second_factor_wrong` after the right password
 */
export async function login(
  deps: TokenDeps & Pick<Deps, "cipher" | "limits" | "passwords">,
  { email, password, code }: Credentials,
  { address, own, device, browser }: {
    address: string;
    own: string[];
    device?: string;
    browser?: KnownBrowser;
  },
): Promise<LoginOutcome> {
  const account = await findVerifiedAccount(deps.db, email) ??
    (await findRegistrationsAmong(deps.db, email, own))[0] ??
    await findNewestRegistration(deps.db, email);
  // An account that logs in here for the first time shares the limits of its address.
  const isKnown = account && knows(browser, { ...account, accountId: account.id });
  const who = { email, address, accountId: account?.id, holder: isKnown ? browser?.id : undefined };
  if (!await checkPassword(deps, who, account?.passwordHash, password) || !account) {
    throw new DomainError("wrong_credentials", { accountId: account?.id });
  }
  if (account.verifiedAt === null) return { unverified: account };
  const factorSince = await passSecondFactor(deps, account.id, { code, address });
  const token = await issueToken(deps, account, device, {
    passwordHash: account.passwordHash,
    factorSince,
  });
  logSecurityEvent("login", account.id, { by: "password" });
  return { token };
}

// Renews a login: a new token, and a later end (docs/accounts.md#renewal).

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

// Ends one session. Others of the same account stay (docs/accounts.md#tokens).

export async function logout(
  { db }: Pick<Deps, "db">,
  { accountId, sessionId }: Pick<Caller, "accountId" | "sessionId">,
): Promise<void> {
  await deleteSession(db, sessionId);
  logSecurityEvent("logout", accountId);
}

// The logins of the caller's account, by device: their list, and ending them (docs/accounts.md#sessions).

type SessionDeps = Pick<Deps, "db" | "hub" | "now">;

/** The one used last comes first. */
export async function readSessions(
  { db, now }: Omit<SessionDeps, "hub">,
  { accountId, sessionId }: Caller,
): Promise<LoginSession[]> {
  return (await listSessions(db, accountId, { nowMs: now(), longestMs: LONGEST_LOGIN_MS })).map((
    login,
  ) => ({
    _id: login.id,
    device: login.device,
    createdAt: new Date(login.createdAt).toISOString(),
    lastUsedAt: new Date(login.lastUsedAt).toISOString(),
    endsAt: new Date(login.endsAt).toISOString(),
    current: login.id === sessionId,
  }));
}

/** Gives the device of the caller's login a name, such as 'Bar bilgisayarı' (docs/accounts.md#sessions). */
export async function nameOwnDevice(
  { db }: Pick<SessionDeps, "db">,
  { sessionId }: Caller,
  { device }: DeviceName,
): Promise<void> {
  await nameDevice(db, sessionId, device);
}

/** @throws DomainError `session_not_found` if the account has no such login, or it has ended */
export async function endSession(deps: SessionDeps, caller: Caller, id: string): Promise<void> {
  if (await end(deps, caller, { id }) === 0) throw new DomainError("session_not_found");
}

/** Ends every login of the account but the caller's. */
export async function endOtherSessions(deps: SessionDeps, caller: Caller): Promise<void> {
  await end(deps, caller, "others");
}

async function end(
  { db, hub, now }: SessionDeps,
  caller: Caller,
  which: Parameters<typeof endSessions>[2],
): Promise<number> {
  const outcome = await endSessions(db, caller, which, now());
  if ("refused" in outcome) throw new DomainError(outcome.refused);
  if (outcome.ended > 0) {
    logSecurityEvent("login ended", caller.accountId, { logins: outcome.ended });
  }
  // Their pages make calls once they hear of it, and are refused.
  for (const { ownerId, revision } of outcome.rooms) hub.announce(ownerId, revision);
  return outcome.ended;
}
