// Deletes personal data that is no longer needed (docs/accounts.md#retention).
import { and, eq, inArray, isNull, lt, or, sql } from "drizzle-orm";
import type { LibSQLDatabase } from "drizzle-orm/libsql";
import type { Database } from "./client.ts";
import { constantSql } from "./constant_sql.ts";
import { forgetMisses } from "./evening_counters.ts";
import { deleteKeys } from "./requests.ts";
import {
  accounts,
  cafes,
  invitations,
  letters,
  memberships,
  oneTimeSecrets,
  recoveryCodes,
  secondFactors,
  sessions,
} from "./schema/accounts.ts";

/**
 * The statements that delete invitations that are over, erase verified accounts of people who own no cafe and have belonged
 * to no team since `horizon`, and delete memberships that ended before it (epoch ms). Erased accounts keep their rows.
 */
function forgetOldTeams(d: LibSQLDatabase, horizon: number, nowMs: number) {
  const people = d.select({ id: accounts.id }).from(accounts).where(and(
    eq(accounts.role, "owner"),
    lt(accounts.verifiedAt, horizon),
    isNull(accounts.erasedAt),
    sql`not exists (select 1 from cafes where owner_id = accounts.id)`,
    sql`not exists (select 1 from memberships
      where account_id = accounts.id and (ended_at is null or ended_at >= ${horizon}))`,
  ));
  const emails = sql`(select email from accounts where id in ${people})`;
  return {
    over: d.delete(invitations).where(lt(invitations.expiresAt, nowMs)),
    // Those about a person are deleted while the person's rows still say that there is no cafe.
    peopleLetters: d.delete(letters).where(sql`recipient in ${emails}`),
    logins: d.delete(sessions).where(sql`account_id in ${people}`),
    links: d.delete(oneTimeSecrets).where(sql`account_id in ${people}`),
    factors: d.delete(secondFactors).where(sql`account_id in ${people}`),
    recovery: d.delete(recoveryCodes).where(sql`account_id in ${people}`),
    people: d.update(accounts).set({
      email: sql`lower(id) || '@silindi.invalid'`,
      passwordHash: "",
      phone: "",
      tokenVersion: sql`token_version + 1`,
      erasedAt: nowMs,
    }).where(sql`id in ${people}`).returning({ id: accounts.id }),
    ended: d.delete(memberships).where(
      or(
        lt(memberships.endedAt, horizon),
        sql`account_id in (select id from accounts where erased_at is not null)`,
      ),
    ),
  };
}

/** The moments, in epoch ms, before which data is deleted. */
interface Horizons {
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
  /** Words of searches that found nothing before this day of the cafe. */
  missesDay: number;
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
  { unverified, guests, teams, sent, keys, factors, missesDay, now }: Horizons,
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
      misses: forgetMisses({ day: missesDay }),
      ...forgetOldTeams(d, teams, now),
    };
  });
  return {
    accounts: gone.accounts.length,
    people: gone.people.length,
    guests: gone.guests.length + gone.supporters.length,
  };
}
