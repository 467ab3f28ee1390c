// Whether two calls take as long as each other, on a machine that does other things meanwhile.
import { strict as assert } from "node:assert";

const MIN_TRIES = 7;
/** Enough for each call to have had a quiet moment. */
const MAX_TRIES = 100;
const MAX_RATIO = 2;

/**
 * Fails if the quicker of the two calls takes less than half as long as the other. The quickest time of each counts,
 * because noise only adds: as long as they are apart, both are tried again. `settled` waits for what goes on behind
 * an answer, which does not count.
 */
export async function assertAsLong(
  one: () => Promise<unknown>,
  other: () => Promise<unknown>,
  { settled = () => Promise.resolve(), now = () => performance.now() }: {
    settled?: () => Promise<unknown>;
    now?: () => number;
  } = {},
): Promise<void> {
  const quickest = [Infinity, Infinity];
  for (let tries = 1; tries <= MAX_TRIES; tries++) {
    for (const [i, act] of [one, other].entries()) {
      const startedAt = now();
      await act();
      quickest[i] = Math.min(quickest[i]!, now() - startedAt);
      await settled();
    }
    if (tries >= MIN_TRIES && Math.max(...quickest) / Math.min(...quickest) < MAX_RATIO) return;
  }
  assert.fail(`the quickest took ${quickest.map((ms) => ms.toFixed(2)).join(" and ")} ms`);
}
