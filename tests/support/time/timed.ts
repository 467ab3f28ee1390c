// How long something takes that the product promises to do in time, on a machine that does other things meanwhile.
import { passed } from "./until.ts";

/** How often this process looks whether it was held up. */
const TICK_MS = 10;

interface Timed<T> {
  result: T;
  /** Without what it was held up for. */
  tookMs: number;
  heldUpMs: number;
}

/**
 * Waits for `work`. A machine that runs other tests hands out its time as it likes, which is no merit or fault of the
 * product: what this process was held up for meanwhile does not count. A product that holds this very process up is not
 * found out here: tests/db/lock_test.ts reads meanwhile.
 */
export async function timed<T>(work: Promise<T>): Promise<Timed<T>> {
  const startedAt = performance.now();
  let last = startedAt;
  let heldUpMs = 0;
  let working = true;
  const look = () => {
    const now = performance.now();
    if (now - last > 3 * TICK_MS) heldUpMs += now - last - TICK_MS;
    last = now;
  };
  const looking = (async () => {
    while (working) {
      await passed(TICK_MS);
      look();
    }
  })();
  try {
    const result = await work;
    look();
    return { result, tookMs: performance.now() - startedAt - heldUpMs, heldUpMs };
  } finally {
    working = false;
    await looking;
  }
}
