// Checks that the ledger agrees with itself and with what was played (docs/money.md#checks).
import type { Database } from "../connection/client.ts";
import { COUNTED_TIPS, EARNING_SONG, NOT_REVERSED, REVERSING } from "./ledger.ts";
import { type NoParameters, statement } from "../connection/statement.ts";

/**
 * Selects each amount that is not whole, each request whose support is not the sum of what guests added to its tip,
 * each tip that was added to no request, each request of which the till has not the sum of its receipts or more or less than
 * there is to pay at it, and each receipt for no request of its owner.
 */
const AMOUNT_FAULTS = `
  select 'not_whole', id from ledger where typeof(amount_kurus) <> 'integer'
  union all
  select 'not_whole', id from song_requests where typeof(tip_kurus) <> 'integer'
  union all
  select 'not_whole', id from support_tips where typeof(kurus) <> 'integer'
  union all
  select 'not_whole', id from till_receipts where typeof(kurus) <> 'integer'
  union all
  select 'not_whole', id from payouts
  where typeof(total_kurus) <> 'integer' or typeof(fee_kurus) <> 'integer'
  union all
  select 'support_apart', r.id from song_requests r
  where r.support_kurus <> (select coalesce(sum(kurus), 0) from support_tips where request_id = r.id)
  union all
  select 'support_apart', s.id from support_tips s
  where not exists (select 1 from song_requests where id = s.request_id)
  union all
  select 'till_apart', r.id from song_requests r
  where r.received_kurus not between 0 and r.at_till * r.tip_kurus
    or r.received_kurus <> (select coalesce(sum(kurus), 0) from till_receipts where request_id = r.id)
  union all
  select 'till_apart', t.id from till_receipts t
  where not exists (
    select 1 from song_requests where id = t.request_id and owner_id = t.owner_id)`;

/** A rule that the ledger must keep; each is a `select` below. */
export type LedgerRule =
  | "played_not_entered"
  | "played_without_play"
  | "tip_not_played"
  | "request_twice"
  | "reversal_missing"
  | "reversal_not_due"
  | "support_apart"
  | "till_apart"
  | "not_whole"
  | "entry_without_payout"
  | "payout_not_entered"
  | "fee_not_entered"
  | "paid_by_nobody"
  | "periods_apart"
  | "more_than_earned"
  | "waived_by_living"
  | "balance_negative"
  | "balance_apart"
  | "days_apart"
  | "songs_apart"
  | "sums_disagree";

/** A broken rule, and the id of the request, ledger row, payout or owner that breaks it. */
interface LedgerFault {
  rule: LedgerRule;
  subject: string;
}

const FAULTS = statement<NoParameters, LedgerFault>(`
  with counted as (${COUNTED_TIPS})
  select 'played_not_entered' as rule, r.id as subject from song_requests r
  where r.status = 'played' and r.at_till = 0
    and not exists (select 1 from ledger l where l.request_id = r.id and l.kind = 'tip')
  union all
  select 'played_without_play', r.id from song_requests r
  where (r.status = 'played') <> exists (
    select 1 from plays p where p.request_id = r.id and p.owner_id = r.owner_id
      and p.started_at is not null)
  union all
  select 'tip_not_played', l.id from ledger l
  where l.kind = 'tip' and not exists (
    select 1 from song_requests r where r.id = l.request_id and r.owner_id = l.owner_id
      and r.tip_kurus = l.amount_kurus and r.status = 'played' and r.at_till = 0)
  union all
  select 'request_twice', request_id from ledger
  where request_id is not null group by request_id, kind having count(*) > 1
  union all
  select 'reversal_missing', p.request_id from plays p
  where exists (select 1 from song_requests r where r.id = p.request_id and r.at_till = 0)
    and ${REVERSING}
    and not exists (select 1 from ledger v where v.request_id = p.request_id and v.kind = 'reversal')
    and not exists (select 1 from accounts a where a.id = p.owner_id and a.erased_at is not null)
  union all
  select 'reversal_not_due', v.id from ledger v
  where v.kind = 'reversal' and not exists (
    select 1 from ledger t join plays p on p.request_id = t.request_id
    where t.request_id = v.request_id and t.kind = 'tip' and t.owner_id = v.owner_id
      and t.amount_kurus = -v.amount_kurus and ${REVERSING})
  union all
  ${AMOUNT_FAULTS}
  union all
  select 'entry_without_payout', l.id from ledger l
  where l.kind in ('payout', 'fee') and not exists (
    select 1 from payouts p where p.id = l.payout_id and p.owner_id = l.owner_id)
  union all
  select 'payout_not_entered', p.id from payouts p
  where (select group_concat(amount_kurus) from ledger l where l.payout_id = p.id and l.kind = 'payout')
    is not cast(-p.total_kurus as text)
  union all
  select 'fee_not_entered', p.id from payouts p
  where (select group_concat(amount_kurus) from ledger l where l.payout_id = p.id and l.kind = 'fee')
    is not (case when p.fee_kurus > 0 then cast(-p.fee_kurus as text) end)
  union all
  select 'paid_by_nobody', id from payouts
  where status = 'paid' and (paid_at is null or paid_by is null)
  union all
  select 'periods_apart', id from (
    select id, start_at, lag(end_at) over (partition by owner_id order by end_at) as last_end from payouts)
  where last_end is not null and start_at <> last_end
  union all
  select 'more_than_earned', p.id from payouts p
  where (select sum(q.total_kurus + q.fee_kurus) from payouts q
      where q.owner_id = p.owner_id and q.end_at <= p.end_at)
    > (select coalesce(sum(t.amount_kurus), 0) from ledger t
      where t.owner_id = p.owner_id and t.kind = 'tip' and t.created_at < p.end_at
        and not exists (
          select 1 from ledger v join ledger l on l.payout_id = p.id and l.kind = 'payout'
          where v.request_id = t.request_id and v.kind = 'reversal' and v.rowid < l.rowid))
  union all
  select 'waived_by_living', w.id from (
    select id, owner_id from ledger where kind = 'waiver'
    union all
    select id, owner_id from payouts where status = 'waived') w
  where not exists (select 1 from accounts a where a.id = w.owner_id and a.erased_at is not null)
  union all
  select 'balance_negative', a.id from accounts a
  where (select sum(amount_kurus) from ledger where owner_id = a.id)
    < (select -coalesce(sum(t.amount_kurus), 0) from ledger t
      where t.owner_id = a.id and t.kind = 'tip' and not ${NOT_REVERSED}
        and t.created_at < (select max(end_at) from payouts where owner_id = a.id))
  union all
  select 'balance_apart', a.id from accounts a
  where coalesce((select kurus from balances where owner_id = a.id), 0)
    <> (select coalesce(sum(amount_kurus), 0) from ledger where owner_id = a.id)
  union all
  select distinct 'days_apart', owner_id from (
    select owner_id, day, kurus from earned_days
    union all
    select owner_id, day, sum(kurus) from counted group by 1, 2)
  group by owner_id, day, kurus having count(*) <> 2
  union all
  select distinct 'songs_apart', owner_id from (
    select s.owner_id, s.song, d.day, d.tips, d.kurus
    from earned_songs s join earned_song_days d on d.song_id = s.id
    union all
    select owner_id, song, day, sum(tips) over until, sum(kurus) over until from (
      select owner_id, song, day, sum(tips) as tips, sum(kurus) as kurus from counted group by 1, 2, 3)
    window until as (partition by owner_id, song order by day))
  group by owner_id, song, day, tips, kurus having count(*) <> 2
  union all
  select distinct 'songs_apart', owner_id from (
    select owner_id, song, last_at from earned_songs
    union all
    select r.owner_id, ${EARNING_SONG}, max(l.created_at)
    from ledger l join song_requests r on r.id = l.request_id where l.kind = 'tip' group by 1, 2)
  group by owner_id, song, last_at having count(*) <> 2
  union all
  select 'songs_apart', s.owner_id from earned_songs s
  where not exists (
    select 1 from song_requests r
    where r.id = s.request_id and r.owner_id = s.owner_id and ${EARNING_SONG} = s.song)
  union all
  select 'sums_disagree', a.id from accounts a
  where (select coalesce(sum(amount_kurus), 0) from ledger where owner_id = a.id and kind <> 'waiver')
      + (select coalesce(sum(total_kurus + fee_kurus), 0) from payouts where owner_id = a.id)
    <> (select coalesce(sum(r.tip_kurus), 0) from song_requests r
      where r.owner_id = a.id and r.status = 'played' and r.at_till = 0 and not exists (
        select 1 from ledger v where v.request_id = r.id and v.kind = 'reversal'))`);

/** Returns every broken rule. It is one statement, so that it sees one state of the database while others write. */
export async function findLedgerFaults(db: Database): Promise<LedgerFault[]> {
  return await db.all(FAULTS());
}
