// When periods close: every Monday 00:00 in Istanbul, by itself, and late rather than never.
import { getLogger } from "@logtape/logtape";
import { findLastClosing, wasClosedAhead } from "../../db/closings.ts";
import { DatabaseUnavailableError } from "../../db/errors.ts";
import { findFirstEarning } from "../../db/ledger.ts";
import type { Payout } from "../../db/payouts.ts";
import { type BackgroundJob, every } from "../background.ts";
import type { Deps } from "../deps.ts";
import { closePeriod, closeUntilNow } from "./close_period.ts";
import { lastWeekEnd, nextWeekEnd } from "./istanbul_time.ts";

/** How often the clock is looked at. */
const CHECK_MS = 60 * 1000;
/**
 * Books that are closed further into the future were closed while a clock ran ahead. Until the present has
 * caught up the weeks close behind them, or nobody would be paid for as long.
 */
const AHEAD_MS = 24 * 60 * 60 * 1000;
/** The product is younger than this: a clock that shows an earlier time has lost it (a box without battery wakes in 1970). */
const BORN_MS = Date.UTC(2026, 0, 1);

const log = getLogger(["siradaki", "payouts"]);

type ClosingDeps = Pick<Deps, "config" | "db" | "now">;

/**
 * Closes every week that has ended and is not closed: after downtime each missed Monday closes its own
 * period, in order. One indexed read where nothing is due, so that requests may ask too: on the edge
 * there is no timer. Before anything was earned nothing is due.
 */
export async function closeIfDue(deps: ClosingDeps): Promise<Payout[]> {
  const nowMs = deps.now();
  if (nowMs < BORN_MS) return [];
  const due = lastWeekEnd(nowMs);
  const closedUntil = await findLastClosing(deps.db);
  if (closedUntil !== null && closedUntil > nowMs + AHEAD_MS) {
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
  for (let end = nextWeekEnd(Math.max(since, BORN_MS)); end <= due; end = nextWeekEnd(end)) {
    made.push(...await closePeriod(deps, end));
  }
  return made;
}

/** The same for who only wants to read: reads go on while nothing can be written, with the books as they are. */
export async function closeBeforeReading(deps: ClosingDeps): Promise<void> {
  try {
    await closeIfDue(deps);
  } catch (error) {
    if (!(error instanceof DatabaseUnavailableError)) throw error;
    log.warn("Cannot close the period before it is read: {error}", { error });
  }
}

/** Looks at once and then every minute, until stopped; a failure is logged and tried again. */
export function startClosingSchedule(deps: ClosingDeps): BackgroundJob {
  return every(CHECK_MS, () => closeIfDue(deps), (error) => {
    log.error("Cannot close the period, will try again: {error}", { error });
  });
}
