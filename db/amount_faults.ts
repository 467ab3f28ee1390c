// Rules of the ledger check about single amounts (docs/money.md#checks).
import { sql } from "drizzle-orm";

/**
 * Selects each amount that is not whole, each request whose support is not the sum of what guests added to its tip,
 * each tip that was added to no request, each request of which the till has not the sum of its receipts or more or less than
 * there is to pay at it, and each receipt for no request of its owner.
 */
export const AMOUNT_FAULTS = sql`
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
