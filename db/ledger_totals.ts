// Sums over the books of all cafes (docs/money.md#checks).
import { sql } from "drizzle-orm";
import type { Database } from "./client.ts";

export interface LedgerTotals {
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

/** Returns the sums over all cafes in kuruş. Reversals, payouts, waivers and fees are positive. */
export async function readLedgerTotals(db: Database): Promise<LedgerTotals> {
  const row = await db.read.get<LedgerTotals>(sql`
    with given_up as (
      select coalesce(sum(total_kurus), 0) as kurus from payouts where status = 'waived')
    select coalesce(sum(amount_kurus) filter (where kind = 'tip'), 0) as tips,
      coalesce(-sum(amount_kurus) filter (where kind = 'reversal'), 0) as reversed,
      coalesce(-sum(amount_kurus) filter (where kind = 'payout'), 0) - (select kurus from given_up) as payouts,
      coalesce(-sum(amount_kurus) filter (where kind = 'waiver'), 0) + (select kurus from given_up) as waived,
      coalesce(-sum(amount_kurus) filter (where kind = 'fee'), 0) as fees,
      coalesce(sum(amount_kurus), 0) as balances, count(*) as entries
    from ledger`);
  return row ?? { tips: 0, reversed: 0, payouts: 0, waived: 0, fees: 0, balances: 0, entries: 0 };
}
