// Records that the admin has transferred a payout (docs/money.md#paid).
import { markPayoutPaid } from "../../db/payouts.ts";
import type { MsgAnswer } from "../contract/auth.ts";
import type { Deps } from "../deps.ts";
import { DomainError } from "../errors.ts";

/**
 * Marks a payout as paid, and records by whom and when. A second call changes nothing.
 * @throws DomainError `payout_not_found`
 */
export async function markPaid(
  { db, now }: Pick<Deps, "db" | "now">,
  payoutId: string,
  adminId: string,
): Promise<MsgAnswer> {
  if (!await markPayoutPaid(db, payoutId, adminId, now())) {
    throw new DomainError("payout_not_found");
  }
  return { msg: "Ödeme yapıldı olarak işaretlendi." };
}
