// Sums of the ledger (docs/money.md#ledger), of a cafe and of all, and the statement that gives a balance up.
import { cafeDayIn, type Days } from "../evenings/cafe_day.ts";
import type { Database } from "../connection/client.ts";
import { columnsOf } from "../schema/columns.ts";
import { songRequests } from "../schema/requests.ts";
import { type Named, type NoParameters, statement } from "../connection/statement.ts";

const BALANCE = statement<{ owner: string }, { kurus: number }>(
  "select kurus from balances where owner_id = :owner",
);

/** What a cafe earned and is not in a payout yet, in kuruş (docs/money.md#balance). */
export async function readBalance(db: Database, ownerId: string): Promise<number> {
  return (await db.all(BALANCE({ owner: ownerId })))[0]?.kurus ?? 0;
}

/**
 * The statement that gives up the balance of `:owner` if `when` holds, a condition with the parameters `P`
 * (docs/money.md#waiver).
 */
export const waiveBalance = <P extends Named<P>>(when: string) =>
  statement<{ owner: string; now: number } & P>(`
    insert into ledger (id, owner_id, kind, amount_kurus, created_at)
    select owner_id || '-waiver', owner_id, 'waiver', -kurus, :now from balances
    where owner_id = :owner and kurus > 0 and ${when}`);

const FIRST_EARNING = statement<NoParameters, { at: number | null }>(
  "select min(created_at) as at from ledger where kind = 'tip' and amount_kurus > 0",
);

/** When the first tip of any cafe was earned (epoch ms). A tip of 0 TL does not count. */
export async function findFirstEarning(db: Database): Promise<number | null> {
  return (await db.all(FIRST_EARNING()))[0]?.at ?? null;
}

/** A cafe that keeps its balance: without an IBAN or account holder, or with less than the smallest payout. */
export interface Unpayable {
  name: string;
  kurus: number;
  lacksDetails: number;
}

const UNPAYABLE = statement<{ min: number }, Unpayable>(`
  select name, kurus, lacksDetails from (
    select c.id, c.name, b.kurus, c.iban = '' or c.account_holder_name = '' as lacksDetails
    from cafes c join balances b on b.owner_id = c.owner_id where b.kurus > 0)
  where lacksDetails or kurus < :min
  order by name, id`);

/** Cafes that have a balance that no closing would pay out now. */
export async function listUnpayable(db: Database, minKurus: number): Promise<Unpayable[]> {
  return await db.all(UNPAYABLE({ min: minKurus }));
}

// Sums over the books of all cafes (docs/money.md#checks).

interface LedgerTotals {
  tips: number;
  /** The part of the tips that was reversed (docs/money.md#reversal). */
  reversed: number;
  payouts: number;
  /** Balances and payouts that owners gave up when they deleted their account. */
  waived: number;
  fees: number;
  balances: number;
  entries: number;
}

const TOTALS = statement<NoParameters, LedgerTotals>(`
  with given_up as (
    select coalesce(sum(total_kurus), 0) as kurus from payouts where status = 'waived')
  select coalesce(sum(amount_kurus) filter (where kind = 'tip'), 0) as tips,
    coalesce(-sum(amount_kurus) filter (where kind = 'reversal'), 0) as reversed,
    coalesce(-sum(amount_kurus) filter (where kind = 'payout'), 0) - (select kurus from given_up) as payouts,
    coalesce(-sum(amount_kurus) filter (where kind = 'waiver'), 0) + (select kurus from given_up) as waived,
    coalesce(-sum(amount_kurus) filter (where kind = 'fee'), 0) as fees,
    coalesce(sum(amount_kurus), 0) as balances, count(*) as entries
  from ledger`);

/** Returns the sums over all cafes in kuruş. Reversals, payouts, waivers and fees are positive. */
export async function readLedgerTotals(db: Database): Promise<LedgerTotals> {
  return (await db.all(TOTALS()))[0]!;
}

// Reads the totals of a cafe's tips by day and by song, without those that were reversed, from sums that triggers on the
// ledger keep: the tables earned_days, earned_songs and earned_song_days (docs/money.md#earnings).

// One row, because a year of rows takes longer to hand over than to read.
const SUMS_BY_DAY = statement<{ owner: string; first: number; last: number }, { sums: string }>(`
  select json_group_array(json_array(day, kurus)) as sums from earned_days
  where owner_id = :owner and day between :first and :last`);

/** The sum of each day's tips, in kuruş, by the day's number. Days without tips are left out. */
export async function sumTipsByDay(
  db: Database,
  ownerId: string,
  { first, last }: Days,
): Promise<Map<number, number>> {
  const [row] = await db.all(SUMS_BY_DAY({ owner: ownerId, first, last }));
  return new Map(JSON.parse(row!.sums));
}

interface SongEarnings {
  songTitle: string;
  artist: string;
  count: number;
  kurus: number;
}

// Both rows of a song are found by its key, so that the days between them and their plays cost nothing.
const TOP_SONGS = statement<
  { owner: string; first: number; last: number; start: number; limit: number },
  SongEarnings
>(`
  select ${columnsOf(songRequests, ["songTitle", "artist"], "r")}, top.count, top.kurus
  from (
    select s.request_id, s.last_at, until.tips - coalesce(before.tips, 0) as count,
      until.kurus - coalesce(before.kurus, 0) as kurus
    from earned_songs s
    join earned_song_days until on until.song_id = s.id and until.day = (
      select max(day) from earned_song_days where song_id = s.id and day <= :last)
    left join earned_song_days before on before.song_id = s.id and before.day = (
      select max(day) from earned_song_days where song_id = s.id and day < :first)
    where s.owner_id = :owner and s.last_at >= :start
      and until.kurus > coalesce(before.kurus, 0)
    order by kurus desc, count desc, s.last_at desc limit :limit) as top
  join song_requests r on r.id = top.request_id
  order by top.kurus desc, top.count desc, top.last_at desc`);

/**
 * The songs that earned most on `days`, which began at `startMs` (epoch), most first, each with the title and artist of
 * its last play.
 */
export async function findTopSongs(
  db: Database,
  ownerId: string,
  { first, last, startMs }: Days & { startMs: number },
  limit: number,
): Promise<SongEarnings[]> {
  return await db.all(TOP_SONGS({ owner: ownerId, first, last, start: startMs, limit }));
}

// What a reversal is, in SQL (docs/money.md#reversal). Triggers (db/schema.sql) write them, and have the same
// conditions.

/** A song of which less was heard, in ms, was cut short. */
export const HEARD_MS = 30_000;

/** The condition that the play `p` has ended in a way that reverses its tip. */
export const REVERSING = `p.state = 'ended' and (p.why_ended = 'not_played'
  or (p.why_ended = 'skipped' and coalesce(p.heard_ms, p.ended_at - p.started_at) < ${HEARD_MS}))`;

/** The condition that the play of the request `r` has ended so, whether its tip was in the ledger or at the till. */
export const CUT_SHORT =
  `exists (select 1 from plays p where p.request_id = r.id and ${REVERSING})`;

/** The condition that the tip `t` was not reversed. */
export const NOT_REVERSED = `(not exists (
  select 1 from ledger where request_id = t.request_id and kind = 'reversal'))`;

/**
 * An SQL expression for the song of the request `r`, as sums tell songs apart: by its uri, or by its words if it is one in
 * free words, which have one uri together. Triggers (db/schema.sql) have the same.
 */
export const EARNING_SONG =
  "iif(r.uri = 'manual:', r.uri || coalesce(r.song_key, r.song_title || '|' || r.artist), r.uri)";

/**
 * Selects each tip with its cafe, its song, the cafe's day on which it was earned, and what it counts: 0 times 0 kuruş if it
 * was reversed.
 */
export const COUNTED_TIPS = `
  select t.owner_id, ${EARNING_SONG} as song, ${
  cafeDayIn("t.created_at")
} as day, ${NOT_REVERSED} as tips,
    ${NOT_REVERSED} * t.amount_kurus as kurus
  from ledger t join song_requests r on r.id = t.request_id where t.kind = 'tip'`;
