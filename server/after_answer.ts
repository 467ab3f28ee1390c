// Work that no caller waits for: it begins when the answer of this turn of the event loop has gone out.

export interface AfterAnswer {
  /** Begins `work` after this turn of the event loop, and calls `done` at its end. A failure goes to `onFailure`. */
  run(work: () => Promise<void>, done?: () => void): void;
  /** Resolves when no work is under way. */
  idle(): Promise<void>;
}

export function createAfterAnswer(onFailure: (error: unknown) => void): AfterAnswer {
  const pending = new Set<Promise<void>>();
  return {
    run(work, done) {
      const working = answered().then(work).catch(onFailure).finally(() => {
        pending.delete(working);
        done?.();
      });
      pending.add(working);
    },
    async idle() {
      while (pending.size > 0) await Promise.all(pending);
    },
  };
}

/** Resolves when the answer of this turn of the event loop has gone out. */
export function answered(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}
