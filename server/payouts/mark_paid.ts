// The admin says that a transfer was made.
import { markPayoutPaid } from "../../db/payouts.ts";
import type { MsgAnswer } from "../contract/auth.ts";
import type { Deps } from "../deps.ts";
import { DomainError } from "../errors.ts";

/**
 * Marks a payout as paid, once, and records who and when. A second call finds it done and changes nothing.
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
