// Intervals that pass when a test says so. (`node:test` could hold them too, but not under the edge's Deno.)

export interface HeldIntervals extends Disposable {
  /** Lets so much time pass: what is due runs, in order of when it began. */
  tick(ms: number): void;
}

/** Every `setInterval` from now on is held, until disposed. */
export function holdIntervals(): HeldIntervals {
  const real = { setInterval, clearInterval };
  const held = new Map<number, { work: () => void; everyMs: number; leftMs: number }>();
  let lastId = 0;
  Object.assign(globalThis, {
    setInterval(work: () => void, everyMs: number) {
      held.set(++lastId, { work, everyMs, leftMs: everyMs });
      return lastId;
    },
    clearInterval: (id: number) => void held.delete(id),
  });
  return {
    tick(ms) {
      for (const interval of held.values()) {
        for (interval.leftMs -= ms; interval.leftMs <= 0; interval.leftMs += interval.everyMs) {
          interval.work();
        }
      }
    },
    [Symbol.dispose]: () => void Object.assign(globalThis, real),
  };
}
