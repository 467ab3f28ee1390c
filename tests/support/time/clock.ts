// A clock that moves only when a test says so.

/** Monday, 2 November 2026, 20:00 in Istanbul: an evening in the cafe. */
const EVENING = Date.UTC(2026, 10, 2, 17);

export interface TestClock {
  now: () => number;
  /** Lets time pass, in ms. */
  pass(ms: number): void;
  /** Sets the time, in epoch ms. */
  set(ms: number): void;
}

const HOUR_MS = 60 * 60 * 1000;

/**
 * A clock that goes like the system's, from noon of last Wednesday on (UTC): tests of days and weeks are the
 * same on a Monday at midnight.
 */
export function midweekClock(): () => number {
  const now = new Date();
  const sinceWednesday = (now.getUTCDay() + 4) % 7;
  const noon = now.setUTCHours(12, 0, 0, 0) - sinceWednesday * 24 * HOUR_MS;
  const aheadMs = noon - Date.now();
  return () => Date.now() + aheadMs;
}

export function createClock(startMs = EVENING): TestClock {
  let nowMs = startMs;
  return { now: () => nowMs, pass: (ms) => void (nowMs += ms), set: (ms) => void (nowMs = ms) };
}
