// Waiting for what the product or a process does, with a deadline.
import { setTimeout as sleep } from "node:timers/promises";
import { waitAtMost } from "../../../server/timer.ts";

/** Longer than anything takes on a machine that does other things meanwhile. */
const MAX_WAIT_MS = 60_000;
/** The first pause between two questions, and the longest: a question to a browser takes it some milliseconds of work. */
const PAUSE_MS = { first: 5, longest: 50 };

/** Waits for `work`, which `what` describes. @throws Error if it takes longer than a minute */
export function inTime<T>(work: Promise<T>, what: string): Promise<T> {
  return waitAtMost(MAX_WAIT_MS, work, () => new Error(`Waited for a minute for ${what}`));
}

/** Asks again and again, ever less often, until `fact` is true. @throws Error if it is not after a minute */
export async function until(fact: () => boolean | Promise<boolean>): Promise<void> {
  const startedAt = performance.now();
  while (!await inTime(Promise.resolve(fact()), `an answer of ${fact}`)) {
    const waitedMs = performance.now() - startedAt;
    if (waitedMs > MAX_WAIT_MS) throw new Error(`Waited for a minute until ${fact}`);
    await sleep(Math.min(PAUSE_MS.first + waitedMs / 10, PAUSE_MS.longest));
  }
}

/** Resolves after `ms`. */
export function passed(ms: number): Promise<void> {
  return sleep(ms);
}
