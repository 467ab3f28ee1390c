// Holds calls within the product up until a test lets them go on.
import { inTime } from "./until.ts";

interface Gate {
  /** Once for a gate: from now on calls wait at `pass`: the next one, or the next `calls`. Later ones go on at once. */
  close(calls?: number): void;
  /** Resolves once each of them waits. */
  reached(): Promise<void>;
  /** Lets them go on. */
  open(): void;
  /** To be awaited by the call. */
  pass(): Promise<void>;
}

export function gate(): Gate {
  const reached = Promise.withResolvers<void>();
  const opened = Promise.withResolvers<void>();
  let expected = 0;
  return {
    close: (calls = 1) => void (expected = calls),
    reached: () => inTime(reached.promise, "the calls to wait at the gate"),
    open: () => opened.resolve(),
    async pass() {
      if (expected === 0) return;
      if (--expected === 0) reached.resolve();
      await opened.promise;
    },
  };
}
