// How many calls go to the Web API: at most 30 in 30 s for all cafes together (docs/music.md#calls).
import { setTimeout as timer } from "node:timers/promises";
import { LeftOutError } from "../left_out_error.ts";
import { BusyError, TOO_BUSY } from "./busy_error.ts";

const WINDOW_MS = 30_000;

/** How many calls the window may hold after a call of each kind. */
const PLACES = { lookThatMayWait: 20, search: 24, other: 30 };
export type CallKind = keyof typeof PLACES;

export interface CallBudget {
  /**
   * Takes a place in the window for a call that is about to be made. If there is none, waits for it until `signal` aborts.
   * @throws LeftOutError for a look that may wait, BusyError for a search, and if the wait was in vain
   */
  take(kind: CallKind, signal: AbortSignal): Promise<void>;
}

interface BudgetParts {
  /** Epoch ms. */
  now(): number;
  /** Resolves after `ms`, rejects if `signal` aborts before. */
  sleep?(ms: number, signal: AbortSignal): Promise<unknown>;
}

export function createCallBudget(
  { now, sleep = (ms, signal) => timer(ms, undefined, { signal }) }: BudgetParts,
): CallBudget {
  /** When the calls of the window were made, the oldest first. */
  let made: number[] = [];

  return {
    async take(kind, signal) {
      for (let waitMs; (waitMs = untilFree(PLACES[kind])) > 0;) {
        if (kind === "lookThatMayWait") throw new LeftOutError();
        if (kind === "search") throw tooBusy(waitMs);
        await sleep(waitMs, signal).catch((cause) => {
          throw tooBusy(untilFree(PLACES[kind]), cause);
        });
      }
      made.push(now());
    },
  };

  /** How long the window goes on holding `places` calls or more (ms), 0 if it holds fewer. */
  function untilFree(places: number): number {
    const nowMs = now();
    // Calls that seem to lie ahead were made before the clock was set back.
    made = made.filter((at) => at > nowMs - WINDOW_MS && at <= nowMs);
    const last = made.at(-places);
    return last === undefined ? 0 : last + WINDOW_MS - nowMs;
  }
}

function tooBusy(waitMs: number, cause?: unknown): BusyError {
  return new BusyError(TOO_BUSY, Math.max(1, Math.ceil(waitMs / 1000)), { cause });
}
