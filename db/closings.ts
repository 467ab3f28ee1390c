// Closes periods: turns balances into payouts, in one commit (docs/money.md#closing).
import { and, between, gt, max, sql } from "drizzle-orm";
import type { Database } from "./client.ts";
import type { Payout } from "./payouts.ts";
import { NOT_REVERSED } from "./reversals.ts";
import { closings, payouts } from "./schema/money.ts";

/** The end of the last closed period (epoch ms), or null if none was ever closed. */
export async function findLastClosing(db: Database): Promise<number | null> {
  const row = await db.read.select({ endsAt: max(closings.endsAt) }).from(closings).get();
  return row?.endsAt ?? null;
}

/** The later of the last closing and the last tip of more than 0 TL (epoch ms), or 0 if there is neither. */
export async function findReach(db: Database): Promise<number> {
  const row = await db.read.get<{ at: number }>(sql`
    select max(
      coalesce((select max(ends_at) from closings), 0),
      coalesce((select max(created_at) from ledger where kind = 'tip' and amount_kurus > 0), 0)
    ) as at`);
  return row!.at;
}

/** Whether a period that ends in the future was closed since `sinceMs` and until `untilMs` (epoch). */
export async function wasClosedAhead(
  db: Database,
  sinceMs: number,
  untilMs: number,
): Promise<boolean> {
  const { closedAt, endsAt } = closings;
  const row = await db.read.select({ endsAt }).from(closings)
    .where(and(between(closedAt, sinceMs, untilMs), gt(endsAt, closedAt))).limit(1).get();
  return row !== undefined;
}

export interface Closing {
  /** Tips earned before this moment (epoch ms) are included. */
  endsAt: number;
  /** The platform's fee in hundredths of a percent: 250 is 2.5 %. */
  feeBasisPoints: number;
  /** A cafe that has earned less keeps its balance. In kuruş. */
  minKurus: number;
  nowMs: number;
}

/**
 * Turns the balance of every cafe that has an IBAN, a holder and enough into a pending payout, and returns those. A
 * balance below zero, of tips that were reversed after their period, is carried over.
 * Acts once for each `endsAt`, and never behind an earlier closing, however many callers run it. Returns
 * undefined if it did not act.
 */
export async function insertPayouts(
  db: Database,
  closing: Closing,
): Promise<Payout[] | undefined> {
  // Bound numbers arrive as floats. Without a cast the fee would not be rounded down, and the id would end in '.0'.
  const endsAt = sql`cast(${closing.endsAt} as integer)`;
  const now = sql`cast(${closing.nowMs} as integer)`;
  const [made, acted] = await db.write((d) => [
    d.insert(payouts).select(sql`
      with earned as materialized (
        select c.owner_id,
          coalesce(
            (select max(p.end_at) from payouts p where p.owner_id = c.owner_id),
            (select t.created_at from ledger t
              where t.owner_id = c.owner_id and t.kind = 'tip' and t.amount_kurus > 0 and ${NOT_REVERSED}
              order by t.created_at limit 1)) as start_at,
          b.kurus - (select coalesce(sum(t.amount_kurus), 0) from ledger t
            where t.owner_id = c.owner_id and t.kind = 'tip' and t.created_at >= ${endsAt}
              and ${NOT_REVERSED}) as kurus
        from cafes c join balances b on b.owner_id = c.owner_id
        where c.iban <> '' and c.account_holder_name <> '' and b.kurus > 0
          and not exists (select 1 from closings where ends_at >= ${endsAt})
      ), charged as (
        select *, kurus * cast(${closing.feeBasisPoints} as integer) / 10000 as fee from earned
      )
      select owner_id || '-' || ${endsAt}, owner_id, start_at, ${endsAt},
        kurus - fee, fee, '', '', 'pending', ${now}, null, null
      from charged where kurus >= max(1, ${closing.minKurus})`).returning(),
    d.insert(closings).select(sql`
      select ${endsAt}, ${now} where not exists (select 1 from closings where ends_at >= ${endsAt})`)
      .returning(),
  ]);
  return acted.length > 0 ? made : undefined;
}
