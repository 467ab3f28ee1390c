// Records that the admin has transferred a payout, and corrects that (docs/money.md#paid).
import { correctPayout, markPayoutPaid } from "../../db/payout_marks.ts";
import type { CorrectionRefusal, Marked, MarkRefusal } from "../../db/payout_marks.ts";
import type { MsgAnswer } from "../contract/auth.ts";
import type { ErrorCode } from "../contract/error_codes.ts";
import type { SeenDetails } from "../contract/payouts.ts";
import type { Deps } from "../deps.ts";
import { DomainError } from "../errors.ts";
import { newId } from "../ids.ts";

/** How long a marking can be corrected. A trigger has the same limit. */
const CORRECTION_MS = 24 * 60 * 60 * 1000;

const REFUSALS = {
  unknown: "payout_not_found",
  waived: "payout_waived",
  erased: "payout_erased",
  too_late: "payout_correction_late",
  details_missing: "payout_details_missing",
  details_changed: "payout_details_changed",
} as const satisfies Record<MarkRefusal | CorrectionRefusal, ErrorCode>;

type MarkDeps = Pick<Deps, "db" | "hub" | "now">;

/**
 * Marks a payout as paid, and records by whom, when and to which bank details. A second call changes nothing.
 * `seen` are the details that the admin has transferred to; without them the present ones count as seen.
 * @throws DomainError `payout_not_found`; `payout_waived` if its account was deleted; `payout_details_missing`;
 *   `payout_details_changed` if the owner has changed them since
 */
export async function markPaid(
  { db, hub, now }: MarkDeps,
  payoutId: string,
  adminId: string,
  seen: SeenDetails = {},
): Promise<MsgAnswer> {
  tell(hub, await markPayoutPaid(db, { payoutId, paidBy: adminId, paidAt: now(), seen }));
  return { msg: "Ödeme, ödendi olarak işaretlendi." };
}

/**
 * Makes a payout pending again that was marked as paid by mistake. A second call changes nothing.
 * @throws DomainError `payout_not_found`; `payout_correction_late` after a day; `payout_waived` and `payout_erased` if its
 *   account was deleted
 */
export async function correctPaid(
  { db, hub, now }: MarkDeps,
  payoutId: string,
  adminId: string,
): Promise<MsgAnswer> {
  const correctedAt = now();
  const since = correctedAt - CORRECTION_MS;
  const id = newId(correctedAt);
  tell(hub, await correctPayout(db, { id, payoutId, correctedBy: adminId, correctedAt, since }));
  return { msg: "Ödeme yeniden bekleyenler arasında." };
}

/** Whether a payout that was paid at `paidAtMs` to an account that is not deleted can be corrected. */
export function isCorrectable(paidAtMs: number, nowMs: number): boolean {
  return paidAtMs >= nowMs - CORRECTION_MS;
}

/** Tells the owner's open pages. @throws DomainError if the call was refused */
function tell(
  hub: Deps["hub"],
  marked: Marked | { refused: MarkRefusal | CorrectionRefusal },
): void {
  if ("refused" in marked) throw new DomainError(REFUSALS[marked.refused]);
  if (marked.changed) hub.announce(marked.ownerId, marked.revision);
}
