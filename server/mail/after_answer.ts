// Writes letters once the answer that asked for them is out, so that its time does not tell whether there are any.
import { getLogger } from "@logtape/logtape";

const log = getLogger(["siradaki", "mail"]);

export interface AfterAnswer {
  /** Begins `work` after this turn of the event loop, and calls `done` at its end. A failure is logged. */
  run(work: () => Promise<void>, done: () => void): void;
  /** Resolves when no work is under way. */
  idle(): Promise<void>;
}

export function createAfterAnswer(): AfterAnswer {
  const pending = new Set<Promise<void>>();
  return {
    run(work, done) {
      const working = answered().then(work)
        .catch((error) =>
          log.error("Cannot write a letter, its recipient has to ask again: {error}", { error })
        )
        .finally(() => {
          pending.delete(working);
          done();
        });
      pending.add(working);
    },
    async idle() {
      await Promise.all(pending);
    },
  };
}

/** Resolves when the answer of this turn of the event loop has gone out. */
export function answered(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}
