// Whether two calls take as long as each other, on a machine that does other things meanwhile.
import { strict as assert } from "node:assert";

/** A first look, and where noise has to be outlived. */
const LEAST_TIMES = 7;
const MOST_TIMES = 100;
const MOST_RATIO = 2;

/**
 * Fails where the quicker of the two takes less than half as long as the other. The quickest time of each counts,
 * since noise only ever adds: where they are apart, both are tried again until they have had a quiet moment.
 * What goes on behind an answer is let end before the next call and does not count.
 */
export async function assertAsLong(
  one: () => Promise<unknown>,
  other: () => Promise<unknown>,
  settled: () => Promise<unknown> = () => Promise.resolve(),
): Promise<void> {
  const quickest = [Infinity, Infinity];
  for (let times = 1; times <= MOST_TIMES; times++) {
    for (const [i, act] of [one, other].entries()) {
      const startedAt = performance.now();
      await act();
      quickest[i] = Math.min(quickest[i]!, performance.now() - startedAt);
      await settled();
    }
    if (times >= LEAST_TIMES && Math.max(...quickest) / Math.min(...quickest) < MOST_RATIO) return;
  }
  assert.fail(`the quickest took ${quickest.join(" and ")} ms`);
}
