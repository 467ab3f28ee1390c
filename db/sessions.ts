// The sessions table: one row for each login (docs/accounts.md#tokens).
import { and, eq, gt, isNull, type SQL, sql } from "drizzle-orm";
import type { LibSQLDatabase } from "drizzle-orm/libsql";
import type { Database } from "./client.ts";
import { accounts, sessions } from "./schema/accounts.ts";

/** When a login was last used, in epoch ms, to the hour. */
export const lastUse = sql<number>`coalesce(${sessions.lastUsedAt}, ${sessions.createdAt})`;

/** The account of a login that has not ended, with its current role and token version. */
export async function findLogin(db: Database, sessionId: string, nowMs: number) {
  return await selectLogin(db.read, sessionId, nowMs).get();
}

/** The statement of `findLogin`. */
export function selectLogin(d: LibSQLDatabase, sessionId: string, nowMs: number) {
  return d
    .select({
      accountId: accounts.id,
      role: accounts.role,
      tokenVersion: accounts.tokenVersion,
      expiresAt: sessions.expiresAt,
      lastUsedAt: lastUse,
    })
    .from(sessions).innerJoin(accounts, eq(accounts.id, sessions.accountId))
    .where(
      and(eq(sessions.id, sessionId), gt(sessions.expiresAt, nowMs), isNull(accounts.erasedAt)),
    );
}

/** What a signed token says of its login, which may have ended since. */
export interface LoginClaim {
  sessionId: string;
  accountId: string;
  tokenVersion: number;
  nowMs: number;
}

/** The condition that an owner's claim is true, for a commit that acts on it. */
export function isOwnerLogin({ sessionId, accountId, tokenVersion, nowMs }: LoginClaim): SQL {
  return sql`exists (
    select 1 from sessions join accounts on accounts.id = sessions.account_id
    where sessions.id = ${sessionId} and sessions.expires_at > ${nowMs}
      and accounts.id = ${accountId} and accounts.role = 'owner'
      and accounts.token_version = ${tokenVersion} and accounts.erased_at is null)`;
}

/** Starts a login. */
export async function insertSession(
  db: Database,
  session: typeof sessions.$inferInsert,
): Promise<void> {
  await db.write((d) => [d.insert(sessions).values(session)]);
}

/** Ends one login. The account's other logins stay. */
export async function deleteSession(db: Database, sessionId: string): Promise<void> {
  await db.write((d) => [d.delete(sessions).where(eq(sessions.id, sessionId))]);
}
