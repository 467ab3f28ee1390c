// Clocks that a test moves.

export interface TestClock {
  /** The time in epoch ms. */
  now: () => number;
  /** Lets time pass, in ms. */
  pass(ms: number): void;
  /** Sets the time, in epoch ms. */
  set(ms: number): void;
}

/** Monday, 2 November 2026, 20:00 in Istanbul: an evening in the cafe. */
const EVENING = Date.UTC(2026, 10, 2, 17);
const DAY_MS = 24 * 60 * 60 * 1000;

/** A clock that is stopped until a test moves it. */
export function createClock(startMs = EVENING): TestClock {
  let nowMs = startMs;
  return { now: () => nowMs, pass: (ms) => void (nowMs += ms), set: (ms) => void (nowMs = ms) };
}

/** A clock that runs with the system's, which a browser has too. */
export function runningClock(startMs = Date.now()): TestClock {
  let aheadMs = startMs - Date.now();
  return {
    now: () => Date.now() + aheadMs,
    pass: (ms) => void (aheadMs += ms),
    set: (ms) => void (aheadMs = ms - Date.now()),
  };
}

/** A running clock that starts at noon (UTC) of the last Wednesday, so that no test runs across a week's end. */
export function midweekClock(): TestClock {
  const now = new Date();
  const sinceWednesday = (now.getUTCDay() + 4) % 7;
  return runningClock(now.setUTCHours(12, 0, 0, 0) - sinceWednesday * DAY_MS);
}
