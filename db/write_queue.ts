// One writer: what gathers in one turn of the event loop commits as one batch, each caller is answered
// after its commit, and a statement that fails takes down nobody else's.
import { DatabaseUnavailableError, unavailability } from "./errors.ts";
import { PATIENCE_MS, pause, PAUSE_MS } from "./patience.ts";

/** The most statements in one commit: more would hold the event loop for too long at once. */
const BATCH_STATEMENTS = 256;

interface Job<S> {
  statements: S[];
  /** When it gives up waiting for the lock, in ms by a clock that never jumps. */
  impatientAt: number;
  resolve: (results: unknown[]) => void;
  reject: (error: unknown) => void;
}

/**
 * Returns `write(statements)`, which resolves to their results once all of them are committed together.
 * `commit` runs a batch as one transaction; where it throws, nothing of the batch may have been committed
 * unless the error says that the database is out of reach.
 */
export function createWriteQueue<S>(
  commit: (statements: S[]) => Promise<unknown[]>,
  { patienceMs = PATIENCE_MS, pauseMs = PAUSE_MS, now = () => performance.now() } = {},
) {
  let waiting: Job<S>[] = [];
  let working = false;

  return function write(statements: S[]): Promise<unknown[]> {
    return new Promise((resolve, reject) => {
      waiting.push({ statements, resolve, reject, impatientAt: now() + patienceMs });
      if (working) return;
      working = true;
      // Not setTimeout(0), which waits 2 ms: setImmediate runs at the end of this very turn.
      setImmediate(drain);
    });
  };

  async function drain() {
    while (waiting.length > 0) await commitTogether(takeSome());
    working = false;
  }

  function takeSome(): Job<S>[] {
    let statements = 0;
    const count = waiting.findIndex((job) =>
      (statements += job.statements.length) > BATCH_STATEMENTS
    );
    const taken = waiting.slice(0, count === -1 ? waiting.length : Math.max(1, count));
    waiting = waiting.slice(taken.length);
    return taken;
  }

  async function commitTogether(jobs: Job<S>[]): Promise<void> {
    try {
      const results = await commit(jobs.flatMap((job) => job.statements));
      let from = 0;
      for (const job of jobs) job.resolve(results.slice(from, from += job.statements.length));
    } catch (error) {
      const reason = unavailability(error);
      if (reason === "busy") return await waitForLock(jobs, error);
      if (reason) {
        const unavailable = new DatabaseUnavailableError(reason, { cause: error });
        return jobs.forEach((job) => job.reject(unavailable));
      }
      if (jobs.length === 1) return jobs[0]!.reject(error);
      // The batch has rolled back whole and one job is at fault: halve until it stands alone.
      const middle = Math.ceil(jobs.length / 2);
      await commitTogether(jobs.slice(0, middle));
      await commitTogether(jobs.slice(middle));
    }
  }

  /** Nothing was committed: the patient go to the front of the queue, the others are told. */
  async function waitForLock(jobs: Job<S>[], cause: unknown): Promise<void> {
    const nowMs = now();
    const [tired, patient] = [
      jobs.filter((job) => job.impatientAt <= nowMs),
      jobs.filter((job) => job.impatientAt > nowMs),
    ];
    for (const job of tired) job.reject(new DatabaseUnavailableError("busy", { cause }));
    waiting = [...patient, ...waiting];
    await pause(pauseMs);
  }
}
