// Closes a period: turns the cafes' balances into pending payouts.
import { getLogger } from "@logtape/logtape";
import { findReach, insertPayouts } from "../../db/closings.ts";
import type { Payout } from "../../db/payouts.ts";
import type { Deps } from "../deps.ts";
import { feeBasisPoints } from "./fee.ts";

const log = getLogger(["siradaki", "payouts"]);

type CloseDeps = Pick<Deps, "config" | "db" | "now">;

/**
 * Closes the period that ends at `endsAtMs` for all cafes with an IBAN and an account holder that have earned enough,
 * and returns the payouts made. Tips earned at or after the end belong to the next period. Running it twice, concurrently or on
 * several instances, makes each payout once (docs/money.md#closing).
 */
export async function closePeriod(
  { config, db, now }: CloseDeps,
  endsAtMs: number,
): Promise<Payout[]> {
  const made = await insertPayouts(db, {
    endsAt: endsAtMs,
    feeBasisPoints: feeBasisPoints(config),
    minKurus: config.payoutMinKurus,
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
 * Closes the period that ends now, with everything earned so far. If a clock that ran ahead has closed the books
 * beyond now, the period ends right behind them, because no period may end before an earlier one.
 */
export async function closeUntilNow(deps: CloseDeps): Promise<Payout[]> {
  return await closePeriod(deps, Math.max(deps.now(), await findReach(deps.db) + 1));
}
