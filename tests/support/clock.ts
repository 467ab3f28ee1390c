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

export function createClock(startMs = EVENING): TestClock {
  let nowMs = startMs;
  return { now: () => nowMs, pass: (ms) => void (nowMs += ms), set: (ms) => void (nowMs = ms) };
}
