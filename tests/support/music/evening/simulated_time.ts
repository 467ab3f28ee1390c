// The time of a simulated evening: the true one, which only goes forward, and the clock of the machine that serves, which
// a person may set.
import type { Timer } from "../../../../server/timer.ts";
import type { StoppedClock } from "../../time/clock.ts";

/** Monday, 2 November 2026, 20:00 in Istanbul. */
export const EVENING_MS = Date.UTC(2026, 10, 2, 17);

export interface SimulatedTime {
  /** The true time, by which music plays (epoch ms). */
  now(): number;
  /** How long the evening has lasted (s). */
  seconds(): number;
  /**
   * Calls `work` when `ms` have passed. Returns a function that cancels it. `isLight`: it begins nothing in secret, so
   * that it is waited for only if something is under way.
   */
  after(ms: number, work: () => void, isLight?: boolean): () => void;
  /** The serving machine's clock and its timers, which wait for a time that passes and not for a time of day. */
  machine: StoppedClock;
  /** Sets the serving machine's clock forward, or back if `ms` is negative. */
  setClock(ms: number): void;
  /** Lets `ms` pass. `listen` is called every `LISTEN_MS`, `settled` after whatever came due. */
  run(
    ms: number,
    listen: () => void | Promise<void>,
    settled: (isLight: boolean) => Promise<void>,
  ): Promise<void>;
}

/** How often the evening is listened to (ms): short against each tolerance of the rules. */
export const LISTEN_MS = 250;

/** More at one moment is a loop without an end, which the test would wait for. */
const MAX_AT_ONCE = 5_000;

interface Entry {
  at: number;
  work(): void;
  isLight: boolean;
}

export function simulateTime(): SimulatedTime {
  let nowMs = EVENING_MS;
  let aheadMs = 0;
  let nextListenMs = EVENING_MS + LISTEN_MS;
  const waiting = new Set<Entry>();
  const after: SimulatedTime["after"] = (ms, work, isLight = false) => {
    const entry = { at: nowMs + Math.max(0, ms), work, isLight };
    waiting.add(entry);
    return () => void waiting.delete(entry);
  };
  const machineNow = () => nowMs + aheadMs;
  const timer: Timer = {
    at: (atMs, work) => after(atMs - machineNow(), work),
    pause: (ms) => new Promise((resolve) => void after(ms, resolve)),
  };

  return {
    now: () => nowMs,
    seconds: () => (nowMs - EVENING_MS) / 1000,
    after,
    machine: {
      now: machineNow,
      timer,
      pass: (ms) => void (nowMs += ms),
      set: (ms) => void (aheadMs = ms - nowMs),
      run: () => Promise.reject(new Error("the evening's own `run` lets time pass")),
    },
    setClock: (ms) => void (aheadMs += ms),
    async run(ms, listen, settled) {
      const until = nowMs + ms;
      let atOnce = 0;
      for (;;) {
        const due = first();
        const at = Math.min(due?.at ?? Infinity, nextListenMs);
        if (at > until) break;
        atOnce = at > nowMs ? 0 : atOnce + 1;
        if (atOnce > MAX_AT_ONCE) {
          throw new Error("Something is done again and again at one moment");
        }
        nowMs = Math.max(nowMs, at);
        if (due && due.at <= nowMs) {
          waiting.delete(due);
          due.work();
          await settled(due.isLight);
        } else {
          nextListenMs += LISTEN_MS;
          const more = listen();
          if (more) await more;
        }
      }
      nowMs = until;
    },
  };

  function first(): Entry | undefined {
    let found: Entry | undefined;
    for (const entry of waiting) if (!found || entry.at < found.at) found = entry;
    return found;
  }
}
