// Work of which one at a time is enough: whoever asks for the same meanwhile shares it.

export interface Flights {
  /** Starts `work` under `key`, or joins what is under way there; the joiner's `work` is then never called. */
  join<T>(key: string, work: () => Promise<T>): Promise<T>;
  /** Whether something is under way under `key`. */
  has(key: string): boolean;
}

/** Keys are global to the process: begin them with what they are for. */
export function createFlights(): Flights {
  const underWay = new Map<string, Promise<unknown>>();
  return {
    has: (key) => underWay.has(key),
    join<T>(key: string, work: () => Promise<T>): Promise<T> {
      const running = underWay.get(key);
      // What flies under a key is always of one type: keys name the work.
      if (running) return running as Promise<T>;
      const started = work().finally(() => underWay.delete(key));
      underWay.set(key, started);
      return started;
    },
  };
}
