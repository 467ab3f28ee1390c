// Reads what a cafe's till should have and has, by day and by song (docs/money.md#till).
import type { Database } from "./client.ts";
import { constantSql } from "./constant_sql.ts";
import type { Days } from "./earnings.ts";
import { REVERSING } from "./reversals.ts";
import type { SongRequestRow } from "./song_requests.ts";
import { isDue } from "./till_receipts.ts";

const DAY_MS = 86_400_000;
/** Istanbul is three hours ahead of UTC all year. */
const AHEAD_MS = 10_800_000;
/** A play begins at most this long after it was sent. */
const SENT_BEFORE_MS = 60 * 60_000;

/** The tips of one day, in kuruş. A day is the number of an Istanbul date, 1970-01-01 being 0. */
export interface TillDay {
  day: number;
  /** The tips of the songs whose play began on this day. */
  expected: number;
  /** What went into the till on this day, without what went out of it. */
  received: number;
}

// The index of plays has the time at which they were sent.
const DAYS = constantSql<TillDay>(`
  select day, sum(expected) as expected, sum(received) as received from (
    select (p.started_at + ${AHEAD_MS}) / ${DAY_MS} as day, r.tip_kurus as expected, 0 as received
    from plays p join song_requests r on r.id = p.request_id
    where p.owner_id = ?1 and p.sent_at >= ?2 - ${SENT_BEFORE_MS} and p.started_at >= ?2
      and p.started_at < ?3 and r.at_till = 1 and not (${REVERSING})
    union all
    select (created_at + ${AHEAD_MS}) / ${DAY_MS}, 0, kurus
    from till_receipts where owner_id = ?1 and created_at >= ?2 and created_at < ?3)
  group by day`);

/** The till's days with any money, in no order. */
export async function listTillDays(
  db: Database,
  ownerId: string,
  { first, last }: Days,
): Promise<TillDay[]> {
  return await db.all(DAYS(ownerId, startOf(first), startOf(last + 1)));
}

/** A song whose tip the till should have, or has. Amounts are in kuruş. */
export interface TillSong
  extends Pick<SongRequestRow, "id" | "songTitle" | "artist" | "receivedKurus"> {
  /** 0 if the song was not played in the end. */
  dueKurus: number;
  /** When its play began, or, without one, when it was filed (epoch ms). */
  at: number;
}

// The present is `?5`. What is settled is shown since `?3`, and what is not since `?2`, which is longer ago.
const SONGS = constantSql<TillSong>(`
  select id, songTitle, artist, receivedKurus, dueKurus, at from (
    select r.id, r.song_title as songTitle, r.artist, r.received_kurus as receivedKurus,
      iif(${isDue("?5")}, r.tip_kurus, 0) as dueKurus, coalesce(p.started_at, r.created_at) as at
    from song_requests r
    left join plays p on p.request_id = r.id and p.started_at is not null
    where r.owner_id = ?1 and r.at_till = 1 and r.created_at >= ?2 and r.tip_kurus > 0
      and (r.status = 'played' or not ${isDue("?5")}))
  where dueKurus <> receivedKurus or (at >= ?3 and dueKurus > 0)
  order by at desc, id desc limit ?4`);

/**
 * The played songs whose tips the till should have, and the unplayed ones whose tips it has, newest first, `max` at
 * most: all since `recentMs` (epoch), and before it, since `sinceMs`, those that are not settled.
 */
export async function listTillSongs(
  db: Database,
  ownerId: string,
  { sinceMs, recentMs, nowMs, max }: {
    sinceMs: number;
    recentMs: number;
    nowMs: number;
    max: number;
  },
): Promise<TillSong[]> {
  return await db.all(SONGS(ownerId, sinceMs, recentMs, max, nowMs));
}

const SUM_AT_TILLS = constantSql<{ kurus: number }>(
  "select coalesce(sum(kurus), 0) as kurus from till_receipts",
);

/** What all cafes have received at their own tills, in kuruş. It is in no balance. */
export async function sumAtTills(db: Database): Promise<number> {
  return (await db.all(SUM_AT_TILLS()))[0]!.kurus;
}

const HAS_TILL = constantSql<{ has: number }>(`
  select exists (select 1 from house_rules where owner_id = ?1 and tips = 'till')
    or exists (select 1 from song_requests where owner_id = ?1 and at_till = 1) as has`);

/** Whether the cafe's guests pay at the till, or did before. */
export async function hasTill(db: Database, ownerId: string): Promise<boolean> {
  return (await db.all(HAS_TILL(ownerId)))[0]?.has === 1;
}

function startOf(day: number): number {
  return day * DAY_MS - AHEAD_MS;
}
