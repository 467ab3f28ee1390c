// The timers of one instance among several that share a stopped clock: they can be held, or lost with the instance.
import type { Timer } from "../../../server/timer.ts";

export interface InstanceTimer extends Timer {
  /** From now on nothing goes off, as when the process is stopped or dead. */
  hold(): void;
  /** What came due meanwhile goes off now. */
  release(): void;
}

export function createInstanceTimer(timer: Timer): InstanceTimer {
  const due = new Set<() => void>();
  let isHeld = false;
  return {
    pause: timer.pause,
    at(at, work) {
      const act = () => void (isHeld ? due.add(work) : work());
      const cancel = timer.at(at, act);
      return () => {
        cancel();
        due.delete(work);
      };
    },
    hold: () => void (isHeld = true),
    release() {
      isHeld = false;
      for (const work of due) work();
      due.clear();
    },
  };
}
