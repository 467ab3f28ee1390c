// Reads the ledger table (docs/money.md#ledger). Tips are written by plays.ts, payouts and fees by triggers.
import { eq, sql } from "drizzle-orm";
import type { Database } from "./client.ts";
import { balances, ledger } from "./schema/money.ts";

/** What a cafe earned and is not in a payout yet, in kuruş (docs/money.md#balance). */
export async function readBalance(db: Database, ownerId: string): Promise<number> {
  const row = await db.read.select({ kurus: balances.kurus }).from(balances)
    .where(eq(balances.ownerId, ownerId)).get();
  return row?.kurus ?? 0;
}

/** When the first tip of any cafe was earned (epoch ms). A tip of 0 TL does not count. */
export async function findFirstEarning(db: Database): Promise<number | null> {
  const row = await db.read
    .select({ at: sql<number | null>`min(${ledger.createdAt})` })
    .from(ledger)
    .where(sql`kind = 'tip' and amount_kurus > 0`)
    .get();
  return row?.at ?? null;
}

/** Cafes that have a balance but no IBAN or no account holder. */
export async function listUnpayable(db: Database): Promise<{ name: string; kurus: number }[]> {
  return await db.read.all(sql`
    select c.name as name, b.kurus as kurus
    from cafes c join balances b on b.owner_id = c.owner_id
    where (c.iban = '' or c.account_holder_name = '') and b.kurus > 0
    order by c.name, c.id`);
}
