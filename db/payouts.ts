// The payouts table (docs/money.md#payouts): closing periods, and marking payouts as paid.
import { and, between, desc, eq, gt, max, type SQL, sql } from "drizzle-orm";
import type { LibSQLDatabase } from "drizzle-orm/libsql";
import type { Database } from "./client.ts";
import { NOT_REVERSED } from "./ledger.ts";
import { accounts, cafes } from "./schema/accounts.ts";
import { closings, payouts } from "./schema/money.ts";

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

// Closes periods: turns balances into payouts, in one commit (docs/money.md#closing).

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

interface Closing {
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

// Marking payouts as paid, and correcting that (docs/money.md#paid).

/** A payout after a call: its owner's revision, and whether the call has changed it. */
export interface Marked {
  ownerId: string;
  revision: number;
  changed: boolean;
}

export type MarkRefusal = "unknown" | "waived" | "details_missing" | "details_changed";

/**
 * Marks a payout as paid if it is pending, and keeps the cafe's present bank details in it. Those that are given in
 * `seen` have to be the present ones. A payout that was paid before stays as it is.
 */
export async function markPayoutPaid(
  db: Database,
  { payoutId, paidBy, paidAt, seen }: {
    payoutId: string;
    paidBy: string;
    paidAt: number;
    seen: { iban?: string; accountHolderName?: string };
  },
): Promise<Marked | { refused: MarkRefusal }> {
  const { iban = null, accountHolderName = null } = seen;
  const payee = sql`from cafes where owner_id = payouts.owner_id`;
  const details = sql`iban <> '' and account_holder_name <> ''`;
  const { marked, found } = await db.write((d) => ({
    marked: d.update(payouts).set({
      status: "paid",
      paidAt,
      paidBy,
      iban: sql`(select iban ${payee})`,
      accountHolderName: sql`(select account_holder_name ${payee})`,
    }).where(and(
      eq(payouts.id, payoutId),
      eq(payouts.status, "pending"),
      sql`exists (select 1 ${payee} and ${details} and iban = coalesce(${iban}, iban)
        and account_holder_name = coalesce(${accountHolderName}, account_holder_name))`,
    )).returning({ id: payouts.id }),
    found: d.all<State & { complete: number }>(sql`
      select ${STATE}, exists (select 1 ${payee} and ${details}) as complete
      from payouts where id = ${payoutId}`),
  }));
  const [state] = found;
  if (!state) return { refused: "unknown" };
  if (state.status === "paid") return toMarked(state, marked);
  if (state.status === "waived") return { refused: "waived" };
  return { refused: state.complete ? "details_changed" : "details_missing" };
}

export type CorrectionRefusal = "unknown" | "waived" | "erased" | "too_late";

/**
 * Makes a payout pending again that was marked as paid at `since` (epoch ms) or later, by a row of payout_corrections. A
 * pending payout stays as it is.
 */
export async function correctPayout(
  db: Database,
  { id, payoutId, correctedBy, correctedAt, since }: {
    id: string;
    payoutId: string;
    correctedBy: string;
    correctedAt: number;
    since: number;
  },
): Promise<Marked | { refused: CorrectionRefusal }> {
  const erased = sql`exists (select 1 from accounts
    where accounts.id = payouts.owner_id and erased_at is not null)`;
  const { corrected, found } = await db.write((d) => ({
    corrected: d.all<{ id: string }>(sql`
      insert into payout_corrections (id, payout_id, paid_at, paid_by, corrected_at, corrected_by)
      select ${id}, id, paid_at, paid_by, ${correctedAt}, ${correctedBy} from payouts
      where id = ${payoutId} and status = 'paid' and paid_at >= ${since} and not ${erased}
      returning id`),
    found: d.all<State & { erased: number }>(sql`
      select ${STATE}, ${erased} as erased from payouts where id = ${payoutId}`),
  }));
  const [state] = found;
  if (!state) return { refused: "unknown" };
  if (state.status === "pending") return toMarked(state, corrected);
  if (state.status === "waived") return { refused: "waived" };
  return { refused: state.erased ? "erased" : "too_late" };
}

type State = Pick<Payout, "ownerId" | "status"> & { revision: number };

const STATE = sql`owner_id as ownerId, status,
  coalesce((select revision from rooms where rooms.owner_id = payouts.owner_id), 0) as revision`;

function toMarked({ ownerId, revision }: State, changed: unknown[]): Marked {
  return { ownerId, revision, changed: changed.length > 0 };
}
