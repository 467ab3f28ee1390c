// Reads the balance and the last payout, which the panel shows above the payout history.
import { readBalance } from "../../db/ledger.ts";
import { findLastPaid } from "../../db/payouts.ts";
import { toTl } from "../contract/money.ts";
import type { PayoutSummary } from "../contract/payouts.ts";
import type { Deps } from "../deps.ts";
import { closeBeforeReading } from "./closing_schedule.ts";
import { feeOf } from "./fee.ts";

/** The balance since the last closed period, and the payout that was marked as paid last. */
export async function readSummary(
  deps: Pick<Deps, "config" | "db" | "now">,
  ownerId: string,
): Promise<PayoutSummary> {
  await closeBeforeReading(deps);
  const [last, balance] = await Promise.all([
    findLastPaid(deps.db, ownerId),
    readBalance(deps.db, ownerId),
  ]);
  const { payoutFeePercent: percent, payoutMinKurus: minKurus } = deps.config;
  return {
    currentBalance: toTl(balance),
    lastPayoutAmount: last ? toTl(last.totalKurus) : null,
    lastPayoutDate: last?.paidAt ? new Date(last.paidAt).toISOString() : null,
    ...(percent > 0 && { fee: { percent, amount: toTl(feeOf(deps.config, balance)) } }),
    ...(minKurus > 0 && { payoutMin: toTl(minKurus) }),
  };
}
