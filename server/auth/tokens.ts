// Login tokens: each names a session and a version, which the database confirms at every call
// (docs/accounts.md#tokens).
import { getLogger } from "@logtape/logtape";
import type { Account } from "../../db/accounts.ts";
import { recordUse } from "../../db/renew_session.ts";
import { findLogin, insertSession, type LoginClaim } from "../../db/sessions.ts";
import type { Deps } from "../deps.ts";
import { DomainError } from "../errors.ts";
import type { Caller } from "../http/caller.ts";
import { newId } from "../ids.ts";

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
/** How long a login lasts without a renewal. */
export const LOGIN_LIFETIME_MS = 7 * DAY_MS;
/** How long a login lasts with renewals (docs/accounts.md#renewal). */
export const LONGEST_LOGIN_MS = 90 * DAY_MS;
/** How exactly it is known when a login was last used: calls seldom write because of it. */
const USE_RECORDED_EVERY_MS = HOUR_MS;

const log = getLogger(["siradaki", "auth"]);

export type TokenDeps = Pick<Deps, "db" | "now" | "tokenSigner">;

/** Starts a session on this device (device.ts) and returns its token. */
export async function issueToken(
  { db, now, tokenSigner }: TokenDeps,
  account: Pick<Account, "id" | "role" | "tokenVersion">,
  device?: string,
): Promise<string> {
  const issuedAt = now();
  const sessionId = newId(issuedAt);
  const expiresAt = issuedAt + LOGIN_LIFETIME_MS;
  await insertSession(db, {
    id: sessionId,
    accountId: account.id,
    createdAt: issuedAt,
    expiresAt,
    device,
  });
  return await tokenSigner.sign({ sessionId, account, issuedAt, expiresAt });
}

/** Returns what a token claims that is signed and not over. The database has to confirm it. */
export async function readLoginClaim(
  { now, tokenSigner }: Omit<TokenDeps, "db">,
  token: string,
): Promise<LoginClaim | undefined> {
  const nowMs = now();
  const claims = await tokenSigner.read(token, nowMs);
  if (!claims || claims.exp * 1000 <= nowMs) return;
  return { sessionId: claims.jti, accountId: claims.user.id, tokenVersion: claims.ver, nowMs };
}

/** Returns whose token this is. @throws DomainError `unauthenticated` if it is not valid now */
export async function verifyToken(
  { db, now, tokenSigner }: TokenDeps,
  token: string,
): Promise<Caller> {
  const claims = await tokenSigner.read(token, now());
  // The signature says nothing about the present, so time, session and version are checked each time.
  const login = claims && claims.exp * 1000 > now() && await findLogin(db, claims.jti, now());
  if (!login || login.tokenVersion !== claims.ver) throw new DomainError("unauthenticated");
  if (login.lastUsedAt <= now() - USE_RECORDED_EVERY_MS) noteUse({ db, now }, claims.jti);
  const { accountId, role } = login;
  const sessionId = claims.jti;
  // An owner's account and cafe have the same id.
  return role === "owner"
    ? { role, accountId, sessionId, ownerId: accountId }
    : { role, accountId, sessionId };
}

/** Not awaited, since the caller waits. If it fails, the next call tries again. */
function noteUse({ db, now }: Omit<TokenDeps, "tokenSigner">, sessionId: string): void {
  recordUse(db, sessionId, now(), USE_RECORDED_EVERY_MS).catch((error) =>
    log.warn("Cannot record that a login is used: {error}", { error })
  );
}
