// Work that is done once: what is made when it is first used and then kept, and what is shared by all who ask while it runs.
import { LRUCache } from "lru-cache";

/** Returns a function that calls `make` once, at its first call, and returns that value at each. */
export function lazy<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** Returns a function that calls `make` when its argument differs from the last one, and else returns the same value. */
export function keptFor<K, T>(make: (key: K) => T): (key: K) => T {
  let kept: { key: K; value: T } | undefined;
  return (key) => (kept?.key === key ? kept : kept = { key, value: make(key) }).value;
}

/**
 * Returns a function that makes a value for each key and keeps it for `ms`, at most `max` of them. A failure is not kept.
 * `now` is the time in ms.
 */
export function keptBriefly<T>(
  { now, ms, max }: { now: () => number; ms: number; max: number },
): (key: string, make: () => Promise<T>) => Promise<T> {
  const kept = new LRUCache<string, { at: number; value: Promise<T> }>({ max });
  return (key, make) => {
    const known = kept.get(key);
    if (known && Math.abs(now() - known.at) < ms) return known.value;
    const value = make();
    kept.set(key, { at: now(), value });
    value.catch(() => kept.peek(key)?.value === value && kept.delete(key));
    return value;
  };
}

export interface SingleFlight {
  /**
   * Runs `work` under `key` and returns its result. If work already runs under `key`, waits for that instead:
   * the `work` given here is then never called. A failure is shared too; the next call tries again.
   */
  run<T>(key: string, work: () => Promise<T>): Promise<T>;
  /** Whether work runs under `key` now. */
  isRunning(key: string): boolean;
}

/** Keys are shared by everything that uses one instance, so begin each key with the name of its work. */
export function createSingleFlight(): SingleFlight {
  const running = new Map<string, Promise<unknown>>();
  return {
    isRunning: (key) => running.has(key),
    run<T>(key: string, work: () => Promise<T>): Promise<T> {
      const shared = running.get(key);
      // The key names the work, so the result has the type that this caller expects.
      if (shared) return shared as Promise<T>;
      const started = work().finally(() => running.delete(key));
      running.set(key, started);
      return started;
    },
  };
}
