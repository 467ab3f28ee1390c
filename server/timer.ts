// Work at a later time. Tests replace the timer by one that follows a clock which they move.

import { setTimeout as sleep } from "node:timers/promises";

export interface Timer {
  /** Calls `work` at `atMs` (epoch), or as soon as possible if that is over. Returns a function that cancels it. */
  at(atMs: number, work: () => void): () => void;
  /** Resolves after `ms`, or as soon as `signal` aborts. */
  pause(ms: number, signal?: AbortSignal): Promise<void>;
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
  };
}

/** The pause of the system's timer. */
export async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => {});
}
