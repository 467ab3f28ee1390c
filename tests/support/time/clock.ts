// Clocks that a test moves.
import { DAY_MS } from "../../../server/contract/clock.ts";
import { createTimer, type Timer } from "../../../server/timer.ts";

export interface TestClock {
  /** The time in epoch ms. */
  now: () => number;
  timer: Timer;
  /** Lets time pass, in ms. */
  pass(ms: number): void;
  /** Sets the time, in epoch ms. */
  set(ms: number): void;
  /** Cancels what the system's timers have still to do: a process that ends takes its timers along. */
  end?(): void;
}

/** A clock whose timers go off only while a test lets the time run. */
export interface StoppedClock extends TestClock {
  /** Lets `ms` pass from timer to timer. After each it waits for `settled`: what the timer began may set others. */
  run(ms: number, settled: () => Promise<void>): Promise<void>;
}

/** Monday, 2 November 2026, 20:00 in Istanbul: an evening in the cafe. */
const EVENING = Date.UTC(2026, 10, 2, 17);

/** A clock that is stopped until a test moves it. */
export function createClock(startMs = EVENING): StoppedClock {
  let nowMs = startMs;
  let passedMs = 0;
  const set = (ms: number) => void (nowMs = ms);
  const pass = (ms: number) => {
    nowMs += ms;
    passedMs += ms;
  };
  const now = () => nowMs;
  const { timer, run } = createManualTimer(now, pass);
  return { now, timer: { ...timer, passedMs: () => passedMs }, run, pass, set };
}

/** A clock that runs with the system's, which a browser has too. */
export function runningClock(startMs = Date.now()): TestClock {
  let aheadMs = startMs - Date.now();
  const now = () => Date.now() + aheadMs;
  const { at, pause, passedMs } = createTimer(now);
  const waiting = new Set<() => void>();
  return {
    now,
    timer: {
      pause,
      passedMs,
      at(atMs, work) {
        const cancel = at(atMs, () => {
          waiting.delete(cancel);
          work();
        });
        waiting.add(cancel);
        return () => {
          waiting.delete(cancel);
          cancel();
        };
      },
    },
    end: () => waiting.forEach((cancel) => cancel()),
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

// Timers of a clock that stands still: they go off when a test lets the time run.

function createManualTimer(
  now: () => number,
  pass: (ms: number) => void,
): { timer: Omit<Timer, "passedMs">; run: StoppedClock["run"] } {
  const waiting = new Set<{ at: number; work: () => void }>();

  return {
    timer: {
      // The clock stands still: who asks a player once a second asks in the next turn.
      pause: () => new Promise((resolve) => setImmediate(resolve)),
      at(at, work) {
        const entry = { at, work };
        waiting.add(entry);
        return () => void waiting.delete(entry);
      },
    },
    async run(ms, settled) {
      const until = now() + ms;
      await settled();
      for (let next = first(); next && next.at <= until; next = first()) {
        waiting.delete(next);
        pass(Math.max(0, next.at - now()));
        next.work();
        await settled();
      }
      pass(until - now());
      await settled();
    },
  };

  function first() {
    return [...waiting].sort((a, b) => a.at - b.at)[0];
  }
}
