// The time of a simulated evening: the true one, which only goes forward, and the clock of the machine that serves, which
// a person may set. What lets it pass waits until all that was begun is done, or waits for time to pass.
import type { Timer } from "../../../../server/timer.ts";
import type { StoppedClock } from "../../../support/time/clock.ts";

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
    passedMs: () => nowMs,
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

export interface Settling {
  /** Counts this work as under way until it is done. */
  track<T>(work: Promise<T>): Promise<T>;
  /** Something waits for simulated time until the returned function is called. */
  hold(): () => void;
  /** Whether anything has been begun since it was last settled. */
  isMoved(): boolean;
  /** Whether anything waits for simulated time. */
  isHeld(): boolean;
  /** Resolves when nothing is under way but what is held, and `idle` has resolved. */
  settled(idle: () => Promise<void>): Promise<void>;
}

/** So many turns without any change, while something is held: the rest waits for it. */
const STILL_TURNS = 12;
/** More rounds at one moment mean that something never comes to rest. */
const MAX_ROUNDS = 400;

export function createSettling(): Settling {
  const underWay = new Set<Promise<unknown>>();
  let held = 0;
  let changes = 0;
  let settledAt = 0;
  let nextHold = Promise.withResolvers<void>();

  return {
    track(work) {
      changes++;
      const done: Promise<unknown> = work.then(() => {}, () => {}).finally(() => {
        changes++;
        underWay.delete(done);
      });
      underWay.add(done);
      return work;
    },
    hold() {
      changes++;
      held++;
      nextHold.resolve();
      let isHeld = true;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        changes++;
        held--;
        if (held === 0) nextHold = Promise.withResolvers();
      };
    },
    isHeld: () => held > 0,
    isMoved: () => changes !== settledAt || underWay.size > 0,
    async settled(idle) {
      for (let round = 0, last = -1; last !== changes && round < MAX_ROUNDS; round++) {
        last = changes;
        const quiet = Promise.all([idle(), ...underWay]);
        if (held === 0) await Promise.race([quiet, nextHold.promise]);
        if (held > 0) await restOf(quiet);
        await turn();
      }
      settledAt = changes;
    },
  };

  /** What does not wait for time is done by the end. */
  async function restOf(quiet: Promise<unknown>): Promise<void> {
    let isQuiet = false;
    quiet.then(() => isQuiet = true, () => isQuiet = true);
    for (let still = 0, seen = changes; !isQuiet && held > 0 && still < STILL_TURNS; still++) {
      await turn();
      const outside = [...inOtherThreads];
      if (outside.length > 0) await Promise.allSettled(outside);
      if (seen !== changes || outside.length > 0) [still, seen] = [0, changes];
    }
  }
}

/** What another thread computes: the only work of the product whose answer comes neither in a turn nor at a time. */
const inOtherThreads = new Set<Promise<unknown>>();
orderCryptography();

/** Its answers come in the order in which they were asked for, so that an evening is the same each time it is played. */
function orderCryptography(): void {
  const subtle = crypto.subtle as unknown as Record<
    string,
    (...args: unknown[]) => Promise<unknown>
  >;
  let last: Promise<unknown> = Promise.resolve();
  for (const name of ["decrypt", "deriveKey", "digest", "encrypt", "importKey", "sign", "verify"]) {
    const compute = subtle[name]!.bind(subtle);
    subtle[name] = (...args) => {
      // Deno 2.5 derives a key by importing it, which would wait for itself.
      const before = name === "deriveKey" ? Promise.resolve() : last;
      const result = compute(...args);
      result.catch(() => {});
      const inTurn = before.then(() => result);
      const done = inTurn.catch(() => {}).finally(() => inOtherThreads.delete(done));
      inOtherThreads.add(done);
      if (name !== "deriveKey") last = done;
      return inTurn;
    };
  }
}

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
