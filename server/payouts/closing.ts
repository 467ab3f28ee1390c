// Closing periods: when, and with which fee (docs/money.md#closing).
import { getLogger } from "@logtape/logtape";
import { DatabaseUnavailableError } from "../../db/connection/errors.ts";
import { findFirstEarning } from "../../db/money/ledger.ts";
import {
  findLastClosing,
  findReach,
  insertPayouts,
  type Payout,
  wasClosedAhead,
} from "../../db/money/payouts.ts";
import { type BackgroundJob, every } from "../background.ts";
import type { Config } from "../config.ts";
import { DAY_MS, MINUTE_MS } from "../contract/clock.ts";
import type { Deps } from "../deps.ts";
import { lastWeekEnd, nextWeekEnd } from "./istanbul_time.ts";

// The platform's fee (docs/money.md#fee).

/** The fee in hundredths of a percent: 250 is 2.5 %. The configured percentage has at most two decimals, so it is exact. */
function feeBasisPoints({ payoutFeePercent }: Pick<Config, "payoutFeePercent">): number {
  return Math.round(payoutFeePercent * 100);
}

/** The fee on a balance, as closing the period takes it. Both in kuruş. There is none on a balance below zero. */
export function feeOf(config: Pick<Config, "payoutFeePercent">, kurus: number): number {
  return Math.floor(Math.max(kurus, 0) * feeBasisPoints(config) / 10_000);
}

// Closes a period: turns the cafes' balances into pending payouts.

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

const CHECK_INTERVAL_MS = MINUTE_MS;
/**
 * Books that are closed further into the future than this were closed while a clock ran ahead. The weeks then
 * close right behind them; otherwise no cafe would be paid until the present has caught up.
 */
const MAX_AHEAD_MS = DAY_MS;
/** No clock that is right shows an earlier time: a computer without a battery starts in 1970. */
const MIN_CLOCK_MS = Date.UTC(2026, 0, 1);

type ClosingDeps = Pick<Deps, "config" | "db" | "now">;

/**
 * Closes every week that has ended and is not closed. After downtime each missed Monday closes its own period,
 * in order. Nothing is due before the first tip was earned. If nothing is due it costs one indexed read, so
 * requests call it too: Deno Deploy guarantees no timer.
 */
export async function closeIfDue(deps: ClosingDeps): Promise<Payout[]> {
  const nowMs = deps.now();
  if (nowMs < MIN_CLOCK_MS) return [];
  const due = lastWeekEnd(nowMs);
  const closedUntil = await findLastClosing(deps.db);
  if (closedUntil !== null && closedUntil > nowMs + MAX_AHEAD_MS) {
    if (await wasClosedAhead(deps.db, due, nowMs)) return [];
    log.warn("The books are closed until {until}, ahead of this clock; closing right behind them", {
      until: new Date(closedUntil).toISOString(),
    });
    return await closeUntilNow(deps);
  }
  if (closedUntil !== null && closedUntil >= due) return [];
  const since = closedUntil ?? await findFirstEarning(deps.db);
  if (since === null) return [];
  const made: Payout[] = [];
  for (let end = nextWeekEnd(Math.max(since, MIN_CLOCK_MS)); end <= due; end = nextWeekEnd(end)) {
    made.push(...await closePeriod(deps, end));
  }
  return made;
}

/** Like closeIfDue, but a database that cannot be written does not fail it: the caller only reads. */
export async function closeBeforeReading(deps: ClosingDeps): Promise<void> {
  try {
    await closeIfDue(deps);
  } catch (error) {
    if (!(error instanceof DatabaseUnavailableError)) throw error;
    log.warn("Cannot close the period before it is read, which happens within a minute: {error}", {
      error,
    });
  }
}

/** Runs closeIfDue now and every minute. A failure is logged and tried again. */
export function startClosingSchedule(deps: ClosingDeps): BackgroundJob {
  return every(CHECK_INTERVAL_MS, () => closeIfDue(deps), (error) => {
    log.error("Cannot close the period, will try again: {error}", { error });
  });
}
