// Time that passes only if a test says so: `setTimeout`, `setInterval` and `Date.now` of this process.
import { mock } from "node:test";
import { act } from "react";

export interface HeldTime extends Disposable {
  /** Lets `ms` pass: what is due meanwhile runs in order, and so does what comes of it. */
  pass(ms: number): Promise<void>;
  /** It is `ms` later at once, as on a device that was asleep: no timer has run. A negative `ms` sets the clock back. */
  sleep(ms: number): void;
}

/** After this much of the held time, what has become due runs before more time passes. */
const STEP_MS = 500;

/** Holds time until it is disposed; timers that are then still set never fire. A server in this process is held too. */
export function holdTime(startMs = Date.UTC(2026, 10, 2, 17)): HeldTime {
  mock.timers.enable({ apis: ["setTimeout", "setInterval", "Date"], now: startMs });
  return {
    pass: (ms) =>
      act(async () => {
        await turn();
        for (let left = ms; left > 0; left -= STEP_MS) {
          mock.timers.tick(Math.min(left, STEP_MS));
          await turn();
        }
      }),
    sleep: (ms) => mock.timers.setTime(Date.now() + ms),
    [Symbol.dispose]: () => mock.timers.reset(),
  };
}

/** Lets what was settled have its consequences. */
function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
