// The sessions table: one row for each login (docs/accounts.md#tokens).
import { and, eq, gt, isNull, type SQL, sql } from "drizzle-orm";
import type { LibSQLDatabase } from "drizzle-orm/libsql";
import type { Database } from "./client.ts";
import { roleAt } from "./role_at.ts";
import { accounts, sessions } from "./schema/accounts.ts";

/** When a login was last used, in epoch ms, to the hour. */
export const lastUse = sql<number>`coalesce(${sessions.lastUsedAt}, ${sessions.createdAt})`;

const DAY_MS = 24 * 60 * 60 * 1000;
/** A cafe's day begins at 06:00 in Istanbul, whose clocks never change. */
const DAY_BEGINS_MS = 3 * 60 * 60 * 1000;

/** When a login ends for good, in epoch ms: when a cafe's day begins, `longestMs` after the login or later. */
export function lastEnd(longestMs: number) {
  // Written out: a bound number is a floating-point one, which would not be divided to a whole day.
  const [upToADayLater, day, begins] = [
    longestMs - DAY_BEGINS_MS + DAY_MS - 1,
    DAY_MS,
    DAY_BEGINS_MS,
  ]
    .map((ms) => sql.raw(String(ms)));
  return sql<number>`(${sessions.createdAt} + ${upToADayLater}) / ${day} * ${day} + ${begins}`;
}

/**
 * The account of a login that has not ended, with its current token version, and its current role at the cafe of the claim:
 * null if that is none.
 */
export async function findLogin(db: Database, claim: LoginClaim) {
  return await selectLogin(db.read, claim).get();
}

/** The statement of `findLogin`. */
export function selectLogin(
  d: LibSQLDatabase,
  { sessionId, ownerId, issuedAt, nowMs }: LoginClaim,
) {
  return d
    .select({
      accountId: accounts.id,
      role: roleAt(ownerId, issuedAt),
      tokenVersion: accounts.tokenVersion,
      expiresAt: sessions.expiresAt,
      lastUsedAt: lastUse,
    })
    .from(sessions).innerJoin(accounts, eq(accounts.id, sessions.accountId))
    .where(
      and(eq(sessions.id, sessionId), gt(sessions.expiresAt, nowMs), isNull(accounts.erasedAt)),
    );
}

/** A login that has not ended: its account, and when it ends (epoch ms). */
export async function findSession(db: Database, sessionId: string, nowMs: number) {
  const { id, role, tokenVersion } = accounts;
  return await db.read
    .select({ account: { id, role, tokenVersion }, expiresAt: sessions.expiresAt })
    .from(sessions).innerJoin(accounts, eq(accounts.id, sessions.accountId))
    .where(
      and(eq(sessions.id, sessionId), gt(sessions.expiresAt, nowMs), isNull(accounts.erasedAt)),
    )
    .get();
}

/** What a signed token says of its login, which may have ended since. */
export interface LoginClaim {
  sessionId: string;
  accountId: string;
  /** The cafe that it speaks for. */
  ownerId: string;
  tokenVersion: number;
  /** When the token was issued, in epoch ms, whole seconds. */
  issuedAt: number;
  nowMs: number;
}

/** The condition that the claim of a cafe's owner or staff is true, for a commit that acts on it. */
export function isTeamLogin(
  { sessionId, accountId, ownerId, tokenVersion, issuedAt, nowMs }: LoginClaim,
): SQL {
  return sql`exists (
    select 1 from sessions join accounts on accounts.id = sessions.account_id
    where sessions.id = ${sessionId} and sessions.expires_at > ${nowMs}
      and accounts.id = ${accountId} and ${roleAt(ownerId, issuedAt)} in ('owner', 'staff')
      and accounts.token_version = ${tokenVersion} and accounts.erased_at is null)`;
}

/** What a person has logged in with. */
export interface LoginProof {
  /** Of the password that they gave. */
  passwordHash: string;
  /** Since when the second factor is on whose code they gave (epoch ms), 0 without one. */
  factorSince: number;
}

/**
 * Starts a login, unless the proof was overtaken: by a new password, or by a second factor that was turned on later. Both
 * end every other login, and this one would not have been among them. Returns whether it started.
 */
export async function insertSession(
  db: Database,
  session: typeof sessions.$inferInsert,
  proof?: LoginProof,
): Promise<boolean> {
  const { id, accountId, createdAt, expiresAt, device = null } = session;
  const holds = proof
    ? sql`exists (select 1 from accounts where id = ${accountId}
        and password_hash = ${proof.passwordHash}) and not exists (select 1 from second_factors
        where account_id = ${accountId} and confirmed_at > ${proof.factorSince})`
    : sql`true`;
  const { begun } = await db.write((d) => ({
    begun: d.all<{ id: string }>(sql`
      insert into sessions (id, account_id, created_at, expires_at, device)
      select ${id}, ${accountId}, ${createdAt}, ${expiresAt}, ${device} where ${holds}
      returning id`),
  }));
  return begun.length > 0;
}

/** Ends one login. The account's other logins stay. */
export async function deleteSession(db: Database, sessionId: string): Promise<void> {
  await db.write((d) => [d.delete(sessions).where(eq(sessions.id, sessionId))]);
}
