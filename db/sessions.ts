// The sessions table: one row for each login (docs/accounts.md#tokens).
import { and, eq, gt, isNull } from "drizzle-orm";
import type { Database } from "./client.ts";
import { accounts, sessions } from "./schema/accounts.ts";

/** The account of a login that has not ended, with its current role and token version. */
export async function findLogin(db: Database, sessionId: string, nowMs: number) {
  return await db.read
    .select({ accountId: accounts.id, role: accounts.role, tokenVersion: accounts.tokenVersion })
    .from(sessions).innerJoin(accounts, eq(accounts.id, sessions.accountId))
    .where(
      and(eq(sessions.id, sessionId), gt(sessions.expiresAt, nowMs), isNull(accounts.erasedAt)),
    )
    .get();
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
