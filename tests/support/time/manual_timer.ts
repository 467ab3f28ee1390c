// Timers of a clock that stands still: they go off when a test lets the time run.
import type { Timer } from "../../../server/timer.ts";
import type { StoppedClock } from "./clock.ts";

export function createManualTimer(
  now: () => number,
  set: (ms: number) => void,
): { timer: Timer; run: StoppedClock["run"] } {
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
        set(Math.max(now(), next.at));
        next.work();
        await settled();
      }
      set(until);
      await settled();
    },
  };

  function first() {
    return [...waiting].sort((a, b) => a.at - b.at)[0];
  }
}
