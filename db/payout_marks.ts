// Marking payouts as paid, and correcting that (docs/money.md#paid).
import { and, eq, sql } from "drizzle-orm";
import type { Database } from "./client.ts";
import type { Payout } from "./payouts.ts";
import { payouts } from "./schema/money.ts";

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
