// Closes periods on schedule, every Monday 00:00 in Istanbul, and makes up for missed ones (docs/money.md#schedule).
import { getLogger } from "@logtape/logtape";
import { findLastClosing, wasClosedAhead } from "../../db/closings.ts";
import { DatabaseUnavailableError } from "../../db/errors.ts";
import { findFirstEarning } from "../../db/ledger.ts";
import type { Payout } from "../../db/payouts.ts";
import { type BackgroundJob, every } from "../background.ts";
import type { Deps } from "../deps.ts";
import { closePeriod, closeUntilNow } from "./close_period.ts";
import { lastWeekEnd, nextWeekEnd } from "./istanbul_time.ts";

const CHECK_INTERVAL_MS = 60 * 1000;
/**
 * Books that are closed further into the future than this were closed while a clock ran ahead. The weeks then
 * close right behind them; otherwise no cafe would be paid until the present has caught up.
 */
const MAX_AHEAD_MS = 24 * 60 * 60 * 1000;
/** No clock that is right shows an earlier time: a computer without a battery starts in 1970. */
const MIN_CLOCK_MS = Date.UTC(2026, 0, 1);

const log = getLogger(["siradaki", "payouts"]);

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
