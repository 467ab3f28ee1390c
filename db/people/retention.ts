// Deletes personal data that is no longer needed (docs/accounts.md#retention).
import type { Database } from "../connection/client.ts";
import { deleteBlocks } from "../requests/blocks.ts";
import { forgetMisses } from "../evenings/evening_counters.ts";
import { deleteKeys } from "../requests/requests.ts";
import { statement } from "../connection/statement.ts";

// Teams (docs/team.md#data).

/** Verified people who own no cafe and have belonged to no team since `:before` (epoch ms). */
const PEOPLE = `where role = 'owner' and verified_at < :before and erased_at is null
    and not exists (select 1 from cafes where owner_id = accounts.id)
    and not exists (select 1 from memberships
      where account_id = accounts.id and (ended_at is null or ended_at >= :before))`;

const ofPeople = (change: string) =>
  statement<{ before: number }>(`${change} in (select id from accounts ${PEOPLE})`);

// Those about a person are deleted while the person's rows still say that there is no cafe.
const FORGET_PEOPLE = {
  peopleLetters: statement<{ before: number }>(
    `delete from letters where recipient in (select email from accounts ${PEOPLE})`,
  ),
  logins: ofPeople("delete from sessions where account_id"),
  links: ofPeople("delete from one_time_secrets where account_id"),
  factors: ofPeople("delete from second_factors where account_id"),
  recovery: ofPeople("delete from recovery_codes where account_id"),
};
/** Erased accounts keep their rows. */
const ERASE_PEOPLE = statement<{ before: number; now: number }>(`
  update accounts set email = lower(id) || '@silindi.invalid', password_hash = '', phone = '',
    token_version = token_version + 1, erased_at = :now
  where id in (select id from accounts ${PEOPLE}) returning id`);
const FORGET_MEMBERSHIPS = statement<{ before: number }>(`
  delete from memberships where ended_at < :before
    or account_id in (select id from accounts where erased_at is not null)`);
const FORGET_INVITATIONS = statement<{ now: number }>(
  "delete from invitations where expires_at < :now",
);

/** The moments, in epoch ms, before which data is deleted. */
interface Horizons {
  /** Accounts created before this and never verified, with their cafes and letters. */
  unverified: number;
  /** Guest ids of requests, and of tips added to them, that were sent before this, and dedications. The requests and tips stay. */
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
  /** The present: logins, one-time secrets and blocks of guests that have ended are deleted. */
  now: number;
}

/** Accounts that were registered before `:unverified` (epoch ms) and never verified. */
const STALE = "where verified_at is null and erased_at is null and created_at < :unverified";

const FORGET_SECRETS = statement<{ unverified: number; now: number }>(`
  delete from one_time_secrets
  where account_id in (select id from accounts ${STALE}) or expires_at < :now`);
const FORGET_FACTORS = statement<{ before: number }>(
  "delete from second_factors where confirmed_at is null and begun_at < :before",
);
const FORGET_SESSIONS = statement<{ unverified: number; now: number }>(`
  delete from sessions where account_id in (select id from accounts ${STALE}) or expires_at < :now`);
// Only the old ones: another account may have verified the same address since.
const FORGET_LETTERS = statement<{ unverified: number; sent: number }>(`
  delete from letters
  where (recipient in (select email from accounts ${STALE}) and created_at < :unverified) or sent_at < :sent`);
const FORGET_CAFES = statement<{ unverified: number }>(
  `delete from cafes where owner_id in (select id from accounts ${STALE})`,
);
const FORGET_ACCOUNTS = statement<{ unverified: number }>(
  `delete from accounts ${STALE} returning id`,
);

// The condition is the index's own, in the same words: with bound values SQLite would not use it.
const FORGET_GUESTS = statement<{ before: number; max: number }>(`
  update song_requests set guest_id = null where rowid in (
    select rowid from song_requests where guest_id is not null and created_at < :before limit :max)
  returning id`);

const FORGET_SUPPORTERS = statement<{ before: number; max: number }>(`
  update support_tips set guest_id = null where rowid in (
    select rowid from support_tips where guest_id is not null and created_at < :before limit :max)
  returning id`);

// A dedication is kept as long as guests' ids are, also if the guest who wrote it had no id.
const FORGET_DEDICATIONS = statement<{ before: number; max: number }>(`
  delete from dedications where rowid in (
    select rowid from dedications where created_at < :before limit :max)`);

/**
 * Deletes everything older than its horizon in one commit, but of each table's guest ids `maxGuests` at most, because
 * other writes wait meanwhile. Returns the numbers of unverified accounts, of accounts of people without a cafe, and of guest ids.
 */
export async function forgetOld(
  db: Database,
  { unverified, guests, teams, sent, keys, factors, missesDay, now }: Horizons,
  maxGuests: number,
): Promise<{ accounts: number; people: number; guests: number }> {
  const gone = await db.write(() => ({
    secrets: FORGET_SECRETS({ unverified, now }),
    unconfirmed: FORGET_FACTORS({ before: factors }),
    sessions: FORGET_SESSIONS({ unverified, now }),
    letters: FORGET_LETTERS({ unverified, sent }),
    cafes: FORGET_CAFES({ unverified }),
    accounts: FORGET_ACCOUNTS({ unverified }),
    guests: FORGET_GUESTS({ before: guests, max: maxGuests }),
    supporters: FORGET_SUPPORTERS({ before: guests, max: maxGuests }),
    dedications: FORGET_DEDICATIONS({ before: guests, max: maxGuests }),
    keys: deleteKeys({ before: keys }),
    blocks: deleteBlocks({ now }),
    misses: forgetMisses({ day: missesDay }),
    over: FORGET_INVITATIONS({ now }),
    peopleLetters: FORGET_PEOPLE.peopleLetters({ before: teams }),
    logins: FORGET_PEOPLE.logins({ before: teams }),
    links: FORGET_PEOPLE.links({ before: teams }),
    factors: FORGET_PEOPLE.factors({ before: teams }),
    recovery: FORGET_PEOPLE.recovery({ before: teams }),
    people: ERASE_PEOPLE({ before: teams, now }),
    ended: FORGET_MEMBERSHIPS({ before: teams }),
  }));
  return {
    accounts: gone.accounts.length,
    people: gone.people.length,
    guests: gone.guests.length + gone.supporters.length,
  };
}
