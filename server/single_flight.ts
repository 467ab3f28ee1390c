// Single-flight: work that is asked for again while it runs is shared instead of done twice.

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
