// Closing a period: what the cafes earned becomes what they are owed.
import { getLogger } from "@logtape/logtape";
import { findReach, insertPayouts } from "../../db/closings.ts";
import type { Payout } from "../../db/payouts.ts";
import type { Deps } from "../deps.ts";

const log = getLogger(["siradaki", "payouts"]);

type CloseDeps = Pick<Deps, "config" | "db" | "now">;

/**
 * Closes the period that ends at `endsAtMs` for all cafes with an IBAN and an account holder, and returns the
 * payouts made. Tips earned at or after the end fall into the next period. Safe to run twice, at once and on
 * several instances: an end is closed once, and never behind a later one (contract: Money).
 */
export async function closePeriod(
  { config, db, now }: CloseDeps,
  endsAtMs: number,
): Promise<Payout[]> {
  const made = await insertPayouts(db, {
    endsAt: endsAtMs,
    // The configured percentage has at most two decimals, so this is exact.
    feeBasisPoints: Math.round(config.payoutFeePercent * 100),
    nowMs: now(),
  });
  const endsAt = new Date(endsAtMs).toISOString();
  if (!made) {
    log.debug("The books are closed beyond {endsAt} already", { endsAt });
    return [];
  }
  log.info("Closed the period that ended {endsAt}: {count} payouts", {
    endsAt,
    count: made.length,
  });
  return made;
}

/**
 * Closes the period that ends now, with everything earned so far. Where a clock ran ahead once, the books reach
 * beyond now; no period may end before an earlier one, so this one then ends right behind them.
 */
export async function closeUntilNow(deps: CloseDeps): Promise<Payout[]> {
  return await closePeriod(deps, Math.max(deps.now(), await findReach(deps.db) + 1));
}
