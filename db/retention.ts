// Deletes personal data that is no longer needed (docs/accounts.md#retention).
import { and, inArray, isNull, lt, or } from "drizzle-orm";
import type { Database } from "./client.ts";
import { constantSql } from "./constant_sql.ts";
import { deleteKeys } from "./idempotency_keys.ts";
import { forgetOldTeams } from "./team_retention.ts";
import { accounts, cafes, letters, oneTimeSecrets, sessions } from "./schema/accounts.ts";
import { secondFactors } from "./schema/second_factors.ts";

/** The moments, in epoch ms, before which data is deleted. */
export interface Horizons {
  /** Accounts created before this and never verified, with their cafes and letters. */
  unverified: number;
  /** Guest ids of requests, and of tips added to them, that were sent before this. The requests and tips stay. */
  guests: number;
  /** Memberships that ended before this, and the accounts of people who have belonged to no cafe since. */
  teams: number;
  /** Letters that were sent before this, or needed no sending. */
  sent: number;
  /** Idempotency keys that were kept before this. */
  keys: number;
  /** Secrets of a second factor that were begun before this and not confirmed. */
  factors: number;
  /** The present: logins and one-time secrets that have ended are deleted. */
  now: number;
}

// The condition is the index's own, in the same words: with bound values SQLite would not use it.
const FORGET_GUESTS = constantSql<{ id: string }>(`
  update song_requests set guest_id = null where rowid in (
    select rowid from song_requests where guest_id is not null and created_at < ?1 limit ?2)
  returning id`);

const FORGET_SUPPORTERS = constantSql<{ id: string }>(`
  update support_tips set guest_id = null where rowid in (
    select rowid from support_tips where guest_id is not null and created_at < ?1 limit ?2)
  returning id`);

/**
 * Deletes everything older than its horizon in one commit, but of each table's guest ids `maxGuests` at most, because
 * other writes wait meanwhile. Returns the numbers of unverified accounts, of accounts of people without a cafe, and of guest ids.
 */
export async function forgetOld(
  db: Database,
  { unverified, guests, teams, sent, keys, factors, now }: Horizons,
  maxGuests: number,
): Promise<{ accounts: number; people: number; guests: number }> {
  const stale = and(
    isNull(accounts.verifiedAt),
    isNull(accounts.erasedAt),
    lt(accounts.createdAt, unverified),
  );
  const gone = await db.write((d) => {
    const ids = d.select({ id: accounts.id }).from(accounts).where(stale);
    const emails = d.select({ email: accounts.email }).from(accounts).where(stale);
    return {
      secrets: d.delete(oneTimeSecrets).where(
        or(inArray(oneTimeSecrets.accountId, ids), lt(oneTimeSecrets.expiresAt, now)),
      ),
      unconfirmed: d.delete(secondFactors).where(
        and(isNull(secondFactors.confirmedAt), lt(secondFactors.begunAt, factors)),
      ),
      sessions: d.delete(sessions).where(
        or(inArray(sessions.accountId, ids), lt(sessions.expiresAt, now)),
      ),
      // Only the old ones: another account may have verified the same address since.
      letters: d.delete(letters).where(
        or(
          and(inArray(letters.recipient, emails), lt(letters.createdAt, unverified)),
          lt(letters.sentAt, sent),
        ),
      ),
      cafes: d.delete(cafes).where(inArray(cafes.ownerId, ids)),
      accounts: d.delete(accounts).where(stale).returning({ id: accounts.id }),
      guests: FORGET_GUESTS(guests, maxGuests),
      supporters: FORGET_SUPPORTERS(guests, maxGuests),
      keys: deleteKeys(keys),
      ...forgetOldTeams(d, teams, now),
    };
  });
  return {
    accounts: gone.accounts.length,
    people: gone.people.length,
    guests: gone.guests.length + gone.supporters.length,
  };
}
