// Waiting: work at a later time, by a timer that tests replace, and waits that end after a given time, whether or not the work does.
import { setTimeout as sleep } from "node:timers/promises";

export interface Timer {
  /** Calls `work` at `atMs` (epoch), or as soon as possible if that is over. Returns a function that cancels it. */
  at(atMs: number, work: () => void): () => void;
  /** Resolves after `ms`, or as soon as `signal` aborts. */
  pause(ms: number, signal?: AbortSignal): Promise<void>;
  /** How much time has passed since some moment (ms), whatever the clock was set to meanwhile. */
  passedMs(): number;
}

/** Longer waits overflow the system's timer. */
const MAX_WAIT_MS = 2 ** 31 - 1;

/** The system's timer for the clock `now` (epoch ms). */
export function createTimer(now: () => number): Timer {
  return {
    at(atMs, work) {
      const waitMs = Math.min(Math.max(atMs - now(), 0), MAX_WAIT_MS);
      const timer = setTimeout(work, waitMs);
      return () => clearTimeout(timer);
    },
    pause,
    passedMs: () => performance.now(),
  };
}

/** The pause of the system's timer. */
export async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => {});
}

/**
 * Runs `work` with a signal that aborts after `timeoutMs`, and returns its result. It ends the work only if the
 * work listens to the signal.
 */
export async function withDeadline<T>(
  timeoutMs: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const timer = setTimeout(
    () => controller.abort(new DOMException("The deadline has passed", "TimeoutError")),
    timeoutMs,
  );
  try {
    return await work(controller.signal);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Waits for `work` for at most `timeoutMs` and returns its result. The work itself goes on after that.
 * @throws the error that `timedOut` makes
 */
export async function waitAtMost<T>(
  timeoutMs: number,
  work: Promise<T>,
  timedOut: () => Error,
): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(timedOut()), timeoutMs);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** Waits for `work` for at most `timeoutMs` and says whether it was done by then. @throws what `work` throws */
export async function isDoneWithin(timeoutMs: number, work: Promise<unknown>): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<false>();
  const timer = setTimeout(() => resolve(false), timeoutMs);
  try {
    return await Promise.race([work.then(() => true), promise]);
  } finally {
    clearTimeout(timer);
  }
}
