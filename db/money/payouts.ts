// The payouts table (docs/money.md#payouts): closing periods, and marking payouts as paid.
import type { Database } from "../connection/client.ts";
import { NOT_REVERSED } from "./ledger.ts";
import type { accounts, cafes } from "../schema/accounts.ts";
import { columnsOf } from "../schema/columns.ts";
import { payouts } from "../schema/money.ts";
import { type Named, type NoParameters, statement } from "../connection/statement.ts";

export type Payout = typeof payouts.$inferSelect;

const COLUMNS = columnsOf(payouts);

const LIST = statement<{ owner: string }, Payout>(
  `select ${COLUMNS} from payouts where owner_id = :owner order by end_at desc`,
);

/** A cafe's payouts, newest period first. */
export async function listPayouts(db: Database, ownerId: string): Promise<Payout[]> {
  return await db.all(LIST({ owner: ownerId }));
}

const LAST_PAID = statement<{ owner: string }, Payout>(`
  select ${COLUMNS} from payouts where owner_id = :owner and status = 'paid'
  order by paid_at desc, end_at desc limit 1`);

/** The payout that was marked as paid last. */
export async function findLastPaid(db: Database, ownerId: string): Promise<Payout | undefined> {
  return (await db.all(LAST_PAID({ owner: ownerId })))[0];
}

/** The condition that the cafe of `:owner` is owed money: a balance, or a pending payout. */
export const IS_OWED = `(
    exists (select 1 from balances where owner_id = :owner and kurus > 0)
    or exists (select 1 from payouts where owner_id = :owner and status = 'pending'))`;

/** A payout, and its payee. */
type PayeePayout =
  & Pick<Payout, "id" | "startAt" | "endAt" | "totalKurus" | "iban" | "accountHolderName">
  & Pick<typeof accounts.$inferSelect, "email" | "phone">
  & { cafeName: typeof cafes.$inferSelect["name"] };

const PAYEE_COLUMNS = `payouts.id, start_at as startAt, end_at as endAt, total_kurus as totalKurus,
    cafes.name as cafeName, email, phone`;
const WITH_PAYEE = `from payouts join accounts on accounts.id = payouts.owner_id
    join cafes on cafes.owner_id = payouts.owner_id`;

const PENDING = statement<NoParameters, PayeePayout>(`
  select ${PAYEE_COLUMNS}, cafes.iban, cafes.account_holder_name as accountHolderName
  ${WITH_PAYEE} where status = 'pending' order by end_at, payouts.id`);

/** Every pending payout with the payee's present bank details and contact, oldest first. */
export async function listPendingPayouts(db: Database): Promise<PayeePayout[]> {
  return await db.all(PENDING());
}

type PaidPayout = PayeePayout & { paidAt: number; erasedAt: number | null };

const PAID = statement<{ max: number }, PaidPayout>(`
  select ${PAYEE_COLUMNS}, payouts.iban, payouts.account_holder_name as accountHolderName,
    paid_at as paidAt, erased_at as erasedAt
  ${WITH_PAYEE} where status = 'paid' order by paid_at desc, payouts.id desc limit :max`);

/** The payouts that were paid last, newest first, with the payee and the bank details that they were paid to. */
export async function listPaidPayouts(db: Database, max: number): Promise<PaidPayout[]> {
  return await db.all(PAID({ max }));
}

/**
 * The statement that gives up the pending payouts of `:owner` if `when` holds, a condition with the parameters `P`
 * (docs/money.md#waiver).
 */
export const waivePayouts = <P extends Named<P>>(when: string) =>
  statement<{ owner: string } & P>(`
    update payouts set status = 'waived'
    where owner_id = :owner and status = 'pending' and ${when}`);

/** The statement that removes the bank details from an erased account's paid payouts. */
export const erasePayoutDetails = statement<{ owner: string }>(`
  update payouts set iban = '', account_holder_name = ''
  where owner_id = :owner and status = 'paid'
    and exists (select 1 from accounts where id = :owner and erased_at is not null)`);

// Closes periods: turns balances into payouts, in one commit (docs/money.md#closing).

const LAST_CLOSING = statement<NoParameters, { endsAt: number | null }>(
  "select max(ends_at) as endsAt from closings",
);

/** The end of the last closed period (epoch ms), or null if none was ever closed. */
export async function findLastClosing(db: Database): Promise<number | null> {
  return (await db.all(LAST_CLOSING()))[0]?.endsAt ?? null;
}

const REACH = statement<NoParameters, { at: number }>(`
  select max(
    coalesce((select max(ends_at) from closings), 0),
    coalesce((select max(created_at) from ledger where kind = 'tip' and amount_kurus > 0), 0)
  ) as at`);

/** The later of the last closing and the last tip of more than 0 TL (epoch ms), or 0 if there is neither. */
export async function findReach(db: Database): Promise<number> {
  return (await db.all(REACH()))[0]!.at;
}

const CLOSED_AHEAD = statement<{ since: number; until: number }>(`
  select ends_at as endsAt from closings
  where closed_at between :since and :until and ends_at > closed_at limit 1`);

/** Whether a period that ends in the future was closed since `sinceMs` and until `untilMs` (epoch). */
export async function wasClosedAhead(
  db: Database,
  sinceMs: number,
  untilMs: number,
): Promise<boolean> {
  return (await db.all(CLOSED_AHEAD({ since: sinceMs, until: untilMs }))).length > 0;
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

// Bound numbers arrive as floats. Without a cast the fee would not be rounded down, and the id would end in '.0'.
const ENDS_AT = "cast(:endsAt as integer)";
const NOW = "cast(:nowMs as integer)";
const IS_FURTHER = `not exists (select 1 from closings where ends_at >= ${ENDS_AT})`;

const MAKE = statement<Closing, Payout>(`
  insert into payouts (id, owner_id, start_at, end_at, total_kurus, fee_kurus, iban,
    account_holder_name, status, created_at)
  with earned as materialized (
    select c.owner_id,
      coalesce(
        (select max(p.end_at) from payouts p where p.owner_id = c.owner_id),
        (select t.created_at from ledger t
          where t.owner_id = c.owner_id and t.kind = 'tip' and t.amount_kurus > 0 and ${NOT_REVERSED}
          order by t.created_at limit 1)) as start_at,
      b.kurus - (select coalesce(sum(t.amount_kurus), 0) from ledger t
        where t.owner_id = c.owner_id and t.kind = 'tip' and t.created_at >= ${ENDS_AT}
          and ${NOT_REVERSED}) as kurus
    from cafes c join balances b on b.owner_id = c.owner_id
    where c.iban <> '' and c.account_holder_name <> '' and b.kurus > 0 and ${IS_FURTHER}
  ), charged as (
    select *, kurus * cast(:feeBasisPoints as integer) / 10000 as fee from earned
  )
  select owner_id || '-' || ${ENDS_AT}, owner_id, start_at, ${ENDS_AT}, kurus - fee, fee, '', '',
    'pending', ${NOW}
  from charged where kurus >= max(1, :minKurus)
  returning ${COLUMNS}`);
const CLOSE = statement<{ endsAt: number; nowMs: number }>(`
  insert into closings (ends_at, closed_at) select ${ENDS_AT}, ${NOW} where ${IS_FURTHER}
  returning ends_at as endsAt`);

/**
 * Turns the balance of every cafe that has an IBAN, a holder and enough into a pending payout, and returns those. A
 * balance below zero, of tips that were reversed after their period, is carried over.
 * Acts once for each `endsAt`, and never behind an earlier closing, however many callers run it. Returns
 * undefined if it did not act.
 */
export async function insertPayouts(
  db: Database,
  { endsAt, feeBasisPoints, minKurus, nowMs }: Closing,
): Promise<Payout[] | undefined> {
  const [made, acted] = await db.write(() => [
    MAKE({ endsAt, feeBasisPoints, minKurus, nowMs }),
    CLOSE({ endsAt, nowMs }),
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

type State = Pick<Payout, "ownerId" | "status"> & { revision: number };

const STATE = `owner_id as ownerId, status,
    coalesce((select revision from rooms where rooms.owner_id = payouts.owner_id), 0) as revision`;

function toMarked({ ownerId, revision }: State, changed: unknown[]): Marked {
  return { ownerId, revision, changed: changed.length > 0 };
}

export type MarkRefusal = "unknown" | "waived" | "details_missing" | "details_changed";

const PAYEE = "from cafes where owner_id = payouts.owner_id";
const HAS_DETAILS = "iban <> '' and account_holder_name <> ''";

const MARK = statement<
  { id: string; paidBy: string; paidAt: number; iban: string | null; holder: string | null }
>(`
  update payouts set status = 'paid', paid_at = :paidAt, paid_by = :paidBy,
    iban = (select iban ${PAYEE}), account_holder_name = (select account_holder_name ${PAYEE})
  where id = :id and status = 'pending' and exists (
    select 1 ${PAYEE} and ${HAS_DETAILS} and iban = coalesce(:iban, iban)
      and account_holder_name = coalesce(:holder, account_holder_name))
  returning id`);
const WITH_DETAILS = statement<{ id: string }, State & { complete: number }>(`
  select ${STATE}, exists (select 1 ${PAYEE} and ${HAS_DETAILS}) as complete
  from payouts where id = :id`);

/**
 * Marks a payout as paid if it is pending, and keeps the cafe's present bank details in it. Those that are given in
 * `seen` have to be the present ones. A payout that was paid before stays as it is.
 */
export async function markPayoutPaid(
  db: Database,
  { payoutId: id, paidBy, paidAt, seen }: {
    payoutId: string;
    paidBy: string;
    paidAt: number;
    seen: { iban?: string; accountHolderName?: string };
  },
): Promise<Marked | { refused: MarkRefusal }> {
  const { iban = null, accountHolderName: holder = null } = seen;
  const { marked, found } = await db.write(() => ({
    marked: MARK({ id, paidBy, paidAt, iban, holder }),
    found: WITH_DETAILS({ id }),
  }));
  const [state] = found;
  if (!state) return { refused: "unknown" };
  if (state.status === "paid") return toMarked(state, marked);
  if (state.status === "waived") return { refused: "waived" };
  return { refused: state.complete ? "details_changed" : "details_missing" };
}

export type CorrectionRefusal = "unknown" | "waived" | "erased" | "too_late";

const OF_ERASED = `exists (select 1 from accounts
    where accounts.id = payouts.owner_id and erased_at is not null)`;

const CORRECT = statement<{ id: string; payout: string; at: number; by: string; since: number }>(`
  insert into payout_corrections (id, payout_id, paid_at, paid_by, corrected_at, corrected_by)
  select :id, id, paid_at, paid_by, :at, :by from payouts
  where id = :payout and status = 'paid' and paid_at >= :since and not ${OF_ERASED}
  returning id`);
const WITH_ERASED = statement<{ id: string }, State & { erased: number }>(
  `select ${STATE}, ${OF_ERASED} as erased from payouts where id = :id`,
);

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
  const { corrected, found } = await db.write(() => ({
    corrected: CORRECT({ id, payout: payoutId, at: correctedAt, by: correctedBy, since }),
    found: WITH_ERASED({ id: payoutId }),
  }));
  const [state] = found;
  if (!state) return { refused: "unknown" };
  if (state.status === "pending") return toMarked(state, corrected);
  if (state.status === "waived") return { refused: "waived" };
  return { refused: state.erased ? "erased" : "too_late" };
}
