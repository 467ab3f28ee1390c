// Login tokens: each names a session and a version, which the database confirms at every call
// (docs/accounts.md#tokens).
import { getLogger } from "@logtape/logtape";
import type { Account } from "../../db/accounts.ts";
import { type CafeOfLogin, listCafesOf } from "../../db/login_cafes.ts";
import { recordUse } from "../../db/renew_session.ts";
import { findLogin, findSession, insertSession } from "../../db/sessions.ts";
import type { LoginClaim, LoginProof } from "../../db/sessions.ts";
import type { Deps } from "../deps.ts";
import { DomainError } from "../errors.ts";
import type { Caller } from "../http/caller.ts";
import { newId } from "../ids.ts";
import type { Claims, TokenContent } from "./token_signer.ts";

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
/** How long a login lasts without a renewal. */
export const LOGIN_LIFETIME_MS = 7 * DAY_MS;
/** How long a login lasts with renewals, and then until a cafe's day begins (docs/accounts.md#renewal). */
export const LONGEST_LOGIN_MS = 90 * DAY_MS;
/** How exactly it is known when a login was last used: calls seldom write because of it. */
const USE_RECORDED_EVERY_MS = HOUR_MS;

const log = getLogger(["siradaki", "auth"]);

export type TokenDeps = Pick<Deps, "db" | "now" | "tokenSigner">;

/**
 * Starts a session on this device (device.ts) and returns its token, which speaks for the own cafe, else for the one that
 * was joined first.
 * @throws DomainError `wrong_credentials` if the proof was overtaken by a new password or second factor
 */
export async function issueToken(
  { db, now, tokenSigner }: TokenDeps,
  account: Pick<Account, "id" | "role" | "tokenVersion">,
  device?: string,
  proof?: LoginProof,
): Promise<string> {
  const cafe = (await listCafesOf(db, account.id))[0];
  const issuedAt = now();
  const sessionId = newId(issuedAt);
  const expiresAt = issuedAt + LOGIN_LIFETIME_MS;
  const session = { id: sessionId, accountId: account.id, createdAt: issuedAt, expiresAt, device };
  if (!await insertSession(db, session, proof)) {
    throw new DomainError("wrong_credentials", { accountId: account.id });
  }
  return await tokenSigner.sign({ sessionId, ...speakingFor(account, cafe), issuedAt, expiresAt });
}

/** A new token of a session that has begun, for one of its cafes or none. @throws DomainError `unauthenticated` if the session has ended */
export async function tokenOfSession(
  { db, now, tokenSigner }: TokenDeps,
  sessionId: string,
  cafe: CafeOfLogin | undefined,
): Promise<string> {
  const issuedAt = now();
  const session = await findSession(db, sessionId, issuedAt);
  if (!session) throw new DomainError("unauthenticated");
  const { account, expiresAt } = session;
  return await tokenSigner.sign({ sessionId, ...speakingFor(account, cafe), issuedAt, expiresAt });
}

/** What a token of the account says of itself if it speaks for `cafe`. An admin's speaks for none. */
export function speakingFor(
  { id, role, tokenVersion }: Pick<Account, "id" | "role" | "tokenVersion">,
  cafe: CafeOfLogin | undefined,
): Pick<TokenContent, "account" | "cafe"> {
  const roleThere = role === "admin" ? role : cafe?.role ?? "cafeless";
  return {
    account: { id, role: roleThere, tokenVersion },
    cafe: cafe?.role === "staff" ? cafe.ownerId : undefined,
  };
}

/** Returns what a token claims that is signed and not over. The database has to confirm it. */
export async function readLoginClaim(
  { now, tokenSigner }: Omit<TokenDeps, "db">,
  token: string,
): Promise<LoginClaim | undefined> {
  const nowMs = now();
  const claims = await tokenSigner.read(token, nowMs);
  if (!claims || claims.exp * 1000 <= nowMs) return;
  return toClaim(claims, nowMs);
}

/** Returns whose token this is. @throws DomainError `unauthenticated` if it is not valid now, `membership_ended` */
export async function verifyToken(
  deps: TokenDeps,
  token: string,
): Promise<Caller> {
  // The signature says nothing about the present, so time, session, version and role are checked each time.
  const claim = await readLoginClaim(deps, token);
  const login = claim && await findLogin(deps.db, claim);
  if (!login || login.tokenVersion !== claim!.tokenVersion) {
    throw new DomainError("unauthenticated");
  }
  // The login goes on, but not at this cafe.
  if (!login.role) throw new DomainError("membership_ended");
  if (login.lastUsedAt <= deps.now() - USE_RECORDED_EVERY_MS) noteUse(deps, claim!.sessionId);
  const { accountId, role } = login;
  const { sessionId, ownerId } = claim!;
  return role === "owner" || role === "staff"
    ? { role, accountId, sessionId, ownerId }
    : { role, accountId, sessionId };
}

/** A token without a cafe speaks for the person's own: an owner's account and cafe have the same id. */
function toClaim({ jti, user, cafe = user.id, ver, iat }: Claims, nowMs: number): LoginClaim {
  return {
    sessionId: jti,
    accountId: user.id,
    ownerId: cafe,
    tokenVersion: ver,
    issuedAt: iat * 1000,
    nowMs,
  };
}

/** Not awaited, since the caller waits. If it fails, the next call tries again. */
function noteUse({ db, now }: Omit<TokenDeps, "tokenSigner">, sessionId: string): void {
  recordUse(db, sessionId, now(), USE_RECORDED_EVERY_MS).catch((error) =>
    log.warn("Cannot record that a login is used, which goes on all the same: {error}", { error })
  );
}
