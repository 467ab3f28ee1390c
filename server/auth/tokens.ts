// Login tokens: each names a session and a version, which the database confirms at every call
// (docs/accounts.md#tokens).
import type { Account } from "../../db/accounts.ts";
import { findLogin, insertSession, type LoginClaim } from "../../db/sessions.ts";
import type { Deps } from "../deps.ts";
import { DomainError } from "../errors.ts";
import type { Caller } from "../http/caller.ts";
import { newId } from "../ids.ts";

const SESSION_LIFETIME_MS = 7 * 24 * 60 * 60 * 1000;

export type TokenDeps = Pick<Deps, "db" | "now" | "tokenSigner">;

/** Starts a session and returns its token. */
export async function issueToken(
  { db, now, tokenSigner }: TokenDeps,
  account: Pick<Account, "id" | "role" | "tokenVersion">,
): Promise<string> {
  const issuedAt = now();
  const sessionId = newId(issuedAt);
  const expiresAt = issuedAt + SESSION_LIFETIME_MS;
  await insertSession(db, {
    id: sessionId,
    accountId: account.id,
    createdAt: issuedAt,
    expiresAt,
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
  const { accountId, role } = login;
  const sessionId = claims.jti;
  // An owner's account and cafe have the same id.
  return role === "owner"
    ? { role, accountId, sessionId, ownerId: accountId }
    : { role, accountId, sessionId };
}
