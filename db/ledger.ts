// The ledger table (docs/money.md#ledger). Tips are written by plays.ts; reversals, payouts and fees by triggers.
import { eq, type SQL, sql } from "drizzle-orm";
import type { LibSQLDatabase } from "drizzle-orm/libsql";
import type { Database } from "./client.ts";
import { balances, ledger } from "./schema/money.ts";

/** What a cafe earned and is not in a payout yet, in kuruş (docs/money.md#balance). */
export async function readBalance(db: Database, ownerId: string): Promise<number> {
  const row = await db.read.select({ kurus: balances.kurus }).from(balances)
    .where(eq(balances.ownerId, ownerId)).get();
  return row?.kurus ?? 0;
}

/** The statement that gives up an account's balance if `when` holds (docs/money.md#waiver). */
export function waiveBalanceOf(d: LibSQLDatabase, ownerId: string, when: SQL, nowMs: number) {
  return d.run(sql`
    insert into ledger (id, owner_id, kind, amount_kurus, created_at)
    select owner_id || '-waiver', owner_id, 'waiver', -kurus, ${nowMs} from balances
    where owner_id = ${ownerId} and kurus > 0 and ${when}`);
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

/** A cafe that keeps its balance: without an IBAN or account holder, or with less than the smallest payout. */
export interface Unpayable {
  name: string;
  kurus: number;
  lacksDetails: number;
}

/** Cafes that have a balance that no closing would pay out now. */
export async function listUnpayable(db: Database, minKurus: number): Promise<Unpayable[]> {
  return await db.read.all<Unpayable>(sql`
    select name, kurus, lacksDetails from (
      select c.id, c.name, b.kurus, c.iban = '' or c.account_holder_name = '' as lacksDetails
      from cafes c join balances b on b.owner_id = c.owner_id where b.kurus > 0)
    where lacksDetails or kurus < ${minKurus}
    order by name, id`);
}
