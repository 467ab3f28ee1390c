// The payouts table (docs/money.md#payouts).
import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import type { LibSQLDatabase } from "drizzle-orm/libsql";
import type { Database } from "./client.ts";
import { accounts, cafes } from "./schema/accounts.ts";
import { payouts } from "./schema/money.ts";

export type Payout = typeof payouts.$inferSelect;

/** A cafe's payouts, newest period first. */
export async function listPayouts(db: Database, ownerId: string): Promise<Payout[]> {
  return await db.read.select().from(payouts).where(eq(payouts.ownerId, ownerId))
    .orderBy(desc(payouts.endAt));
}

/** The payout that was marked as paid last. */
export async function findLastPaid(db: Database, ownerId: string): Promise<Payout | undefined> {
  return await db.read.select().from(payouts)
    .where(and(eq(payouts.ownerId, ownerId), eq(payouts.status, "paid")))
    .orderBy(desc(payouts.paidAt), desc(payouts.endAt)).limit(1).get();
}

/** The condition that a cafe is owed money: a balance, or a pending payout. */
export function moneyOwedTo(ownerId: string): SQL {
  return sql`(
    exists (select 1 from balances where owner_id = ${ownerId} and kurus > 0)
    or exists (select 1 from payouts where owner_id = ${ownerId} and status = 'pending')
  )`;
}

/** Every pending payout with the payee's present bank details and contact, oldest first. */
export async function listPendingPayouts(db: Database) {
  return await db.read
    .select({
      id: payouts.id,
      startAt: payouts.startAt,
      endAt: payouts.endAt,
      totalKurus: payouts.totalKurus,
      iban: cafes.iban,
      accountHolderName: cafes.accountHolderName,
      cafeName: cafes.name,
      email: accounts.email,
      phone: accounts.phone,
    })
    .from(payouts)
    .innerJoin(accounts, eq(accounts.id, payouts.ownerId))
    .innerJoin(cafes, eq(cafes.ownerId, payouts.ownerId))
    .where(eq(payouts.status, "pending"))
    .orderBy(payouts.endAt, payouts.id);
}

/** The payouts that were paid last, newest first, with the payee and the bank details that they were paid to. */
export async function listPaidPayouts(db: Database, max: number) {
  return await db.read
    .select({
      id: payouts.id,
      startAt: payouts.startAt,
      endAt: payouts.endAt,
      totalKurus: payouts.totalKurus,
      iban: payouts.iban,
      accountHolderName: payouts.accountHolderName,
      paidAt: sql<number>`${payouts.paidAt}`,
      cafeName: cafes.name,
      email: accounts.email,
      phone: accounts.phone,
      erasedAt: accounts.erasedAt,
    })
    .from(payouts)
    .innerJoin(accounts, eq(accounts.id, payouts.ownerId))
    .innerJoin(cafes, eq(cafes.ownerId, payouts.ownerId))
    .where(sql`status = 'paid'`)
    .orderBy(desc(payouts.paidAt), desc(payouts.id)).limit(max);
}

/** The statement that gives up an account's pending payouts if `when` holds (docs/money.md#waiver). */
export function waivePayouts(d: LibSQLDatabase, ownerId: string, when: SQL) {
  return d.update(payouts).set({ status: "waived" })
    .where(and(eq(payouts.ownerId, ownerId), eq(payouts.status, "pending"), when));
}

/** The statement that removes the bank details from an erased account's paid payouts. */
export function erasePayoutDetails(d: LibSQLDatabase, ownerId: string) {
  const erased =
    sql`exists (select 1 from accounts where id = ${ownerId} and erased_at is not null)`;
  return d.update(payouts).set({ iban: "", accountHolderName: "" })
    .where(and(eq(payouts.ownerId, ownerId), eq(payouts.status, "paid"), erased));
}
