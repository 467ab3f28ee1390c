// How many calls go to the Web API in 30 s, for all cafes together, and which are left out first (docs/music.md#calls).
import { LeftOutError } from "../left_out_error.ts";
import { BusyError, TOO_BUSY } from "./busy_error.ts";

const WINDOW_MS = 30_000;

/** The part of the allowance that the window may hold after a call of each kind. No other kind is ever refused. */
const PARTS = { lookThatMayWait: 2 / 9, search: 8 / 9 };

/** `needed`: an order, and a look before it or at a person's wish. */
export type CallKind = keyof typeof PARTS | "needed";

export interface CallBudget {
  /**
   * Counts a call that is about to be made.
   * @throws LeftOutError for a look that may wait, BusyError for a search, if there is no room for it
   */
  take(kind: CallKind): void;
}

interface BudgetParts {
  /** Epoch ms. */
  now(): number;
  /** How many calls the service is thought to allow in 30 s. */
  allowance: number;
}

export function createCallBudget({ now, allowance }: BudgetParts): CallBudget {
  /** When the calls of the window were made, the oldest first. */
  let made: number[] = [];

  return {
    take(kind) {
      const nowMs = now();
      // Calls that seem to lie ahead were made before the clock was set back.
      made = made.filter((at) => at > nowMs - WINDOW_MS && at <= nowMs);
      const waitMs = kind === "needed" ? 0 : untilFree(Math.floor(allowance * PARTS[kind]), nowMs);
      if (waitMs > 0) throw kind === "search" ? tooBusy(waitMs) : new LeftOutError();
      made.push(nowMs);
    },
  };

  /** How long the window goes on holding `places` calls or more (ms), 0 if it holds fewer. */
  function untilFree(places: number, nowMs: number): number {
    const last = made.at(-places);
    return last === undefined ? 0 : last + WINDOW_MS - nowMs;
  }
}

function tooBusy(waitMs: number): BusyError {
  return new BusyError(TOO_BUSY, Math.max(1, Math.ceil(waitMs / 1000)));
}
