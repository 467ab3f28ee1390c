// Moves the end of a login (docs/accounts.md#renewal), and records that it is used.
import { and, eq, gt, lte, sql } from "drizzle-orm";
import type { Database } from "./client.ts";
import { roleAt } from "./role_at.ts";
import { accounts, sessions } from "./schema/accounts.ts";
import { lastEnd, lastUse, type LoginClaim, selectLogin } from "./sessions.ts";

/** What a renewal does to a login. Times are in ms. */
export interface Renewal {
  /** How long the login then goes on from now. */
  lifetimeMs: number;
  /** How long it may last in all, and then until a cafe's day begins. */
  longestMs: number;
  /** Kept if the login has no device yet. */
  device: string | undefined;
}

/**
 * Moves the end of a login if what its token claims is true in this commit. A login that has ended
 * stays as it is. Returns the login with its new end, else undefined.
 */
export async function renewSession(
  db: Database,
  claim: LoginClaim,
  { lifetimeMs, longestMs, device }: Renewal,
) {
  const { sessionId, accountId, ownerId, issuedAt, tokenVersion, nowMs } = claim;
  const longest = lastEnd(longestMs);
  const { renewed, logins } = await db.write((d) => ({
    renewed: d.update(sessions).set({
      // Another instance, whose clock is ahead, may have moved it further.
      expiresAt: sql`max(${sessions.expiresAt}, min(${nowMs + lifetimeMs}, ${longest}))`,
      lastUsedAt: sql`max(${lastUse}, ${nowMs})`,
      device: sql`coalesce(${sessions.device}, ${device ?? null})`,
    }).where(and(
      eq(sessions.id, sessionId),
      gt(sessions.expiresAt, nowMs),
      gt(longest, nowMs),
      sql`exists (select 1 from ${accounts} where id = ${sessions.accountId}
        and id = ${accountId} and token_version = ${tokenVersion} and erased_at is null
        and ${roleAt(ownerId, issuedAt)} is not null)`,
    )).returning({ endsAt: longest }),
    logins: selectLogin(d, claim),
  }));
  return renewed[0] && logins[0] && { ...logins[0], endsAt: renewed[0].endsAt };
}

/** Records that a login is used now, unless less than `everyMs` have passed since that was recorded. */
export async function recordUse(
  db: Database,
  sessionId: string,
  nowMs: number,
  everyMs: number,
): Promise<void> {
  await db.write((d) => [
    d.update(sessions).set({ lastUsedAt: nowMs })
      .where(and(eq(sessions.id, sessionId), lte(lastUse, nowMs - everyMs))),
  ]);
}
