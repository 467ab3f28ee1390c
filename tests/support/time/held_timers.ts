// Timers that fire if a test says so. (`node:test` could hold them too, but not under the edge's Deno.)

export interface HeldTimers extends Disposable {
  /** Lets `ms` pass: what is due runs, in the order in which it was set. */
  tick(ms: number): void;
}

interface Timer {
  work: () => void;
  everyMs: number;
  leftMs: number;
  repeats: boolean;
}

/** Holds every `setInterval` and `setTimeout` that is set from now on, until it is disposed. */
export function holdTimers(): HeldTimers {
  const real = { setInterval, clearInterval, setTimeout, clearTimeout };
  const clearReal = clearTimeout;
  const held = new Map<number, Timer>();
  // Far from the ids of real timers, which may be cleared meanwhile.
  let lastId = 1e9;
  const hold = (repeats: boolean) => (work: () => void, everyMs = 0) => {
    held.set(++lastId, { work, everyMs, leftMs: everyMs, repeats });
    return lastId;
  };
  const release = (id: number) => {
    if (!held.delete(id)) clearReal(id);
  };
  Object.assign(globalThis, {
    setInterval: hold(true),
    clearInterval: release,
    setTimeout: hold(false),
    clearTimeout: release,
  });
  return {
    tick(ms) {
      for (const [id, timer] of [...held]) {
        for (timer.leftMs -= ms; timer.leftMs <= 0 && held.has(id); timer.leftMs += timer.everyMs) {
          if (!timer.repeats) held.delete(id);
          timer.work();
        }
      }
    },
    [Symbol.dispose]: () => void Object.assign(globalThis, real),
  };
}
