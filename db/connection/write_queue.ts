// The single writer: statements that arrive in one turn of the event loop commit as one batch, each caller is
// answered after its commit, and a statement that fails does not fail the others (docs/running.md#database).
import { setTimeout as sleep } from "node:timers/promises";
import { DatabaseUnavailableError, isTimeout, unavailability } from "./errors.ts";

/** How long to wait for the lock (docs/running.md#database). */
const LOCK_TIMEOUT_MS = 10_000;
/** The pause between two tries: each try may block the event loop, and reads need it in between. */
const LOCK_RETRY_INTERVAL_MS = 50;

/**
 * Runs `work` again as long as another process holds the lock. A failed `work` must leave no effect behind.
 * @throws DatabaseUnavailableError
 */
export async function retryWhileLocked<T>(work: () => Promise<T>): Promise<T> {
  const giveUpAt = performance.now() + LOCK_TIMEOUT_MS;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const reason = unavailability(error);
      if (!reason) throw error;
      if (reason !== "busy" || performance.now() > giveUpAt) {
        throw new DatabaseUnavailableError(reason, { cause: error });
      }
    }
    await sleep(LOCK_RETRY_INTERVAL_MS);
  }
}

/** A larger commit would block the event loop for too long at once. */
const MAX_BATCH_STATEMENTS = 256;

interface Job<S, R> {
  statements: readonly S[];
  /** When the job stops waiting for the lock, in ms of a monotonic clock. */
  giveUpAt: number;
  resolve: (results: R[]) => void;
  reject: (error: unknown) => void;
}

/**
 * Returns `write(statements)`, which resolves to their results once all of them are committed together.
 * `commit` runs a batch as one transaction. If it throws, nothing of the batch may have been committed,
 * unless the error says that the database is unreachable.
 */
export function createWriteQueue<S, R = unknown>(
  commit: (statements: S[]) => Promise<R[]>,
  {
    lockTimeoutMs = LOCK_TIMEOUT_MS,
    retryIntervalMs = LOCK_RETRY_INTERVAL_MS,
    now = () => performance.now(),
  } = {},
) {
  let waiting: Job<S, R>[] = [];
  let working = false;

  return function write(statements: readonly S[]): Promise<R[]> {
    return new Promise((resolve, reject) => {
      waiting.push({ statements, resolve, reject, giveUpAt: now() + lockTimeoutMs });
      if (working) return;
      working = true;
      // setImmediate runs at the end of this turn; setTimeout(0) would wait 2 ms.
      setImmediate(commitAll);
    });
  };

  async function commitAll() {
    while (waiting.length > 0) await commitTogether(takeBatch());
    working = false;
  }

  function takeBatch(): Job<S, R>[] {
    let statements = 0;
    const count = waiting.findIndex((job) =>
      (statements += job.statements.length) > MAX_BATCH_STATEMENTS
    );
    const batch = waiting.slice(0, count === -1 ? waiting.length : Math.max(1, count));
    waiting = waiting.slice(batch.length);
    return batch;
  }

  async function commitTogether(jobs: Job<S, R>[]): Promise<void> {
    try {
      const results = await commit(jobs.flatMap((job) => job.statements));
      let from = 0;
      for (const job of jobs) job.resolve(results.slice(from, from += job.statements.length));
    } catch (error) {
      const reason = unavailability(error);
      if (reason === "busy") return await waitForLock(jobs, error);
      if (reason) {
        const unavailable = new DatabaseUnavailableError(reason, { cause: error });
        // Later jobs have waited just as long and would time out too. They were not sent.
        const all = isTimeout(error) ? [...jobs, ...waiting.splice(0)] : jobs;
        return all.forEach((job) => job.reject(unavailable));
      }
      if (jobs.length === 1) return jobs[0]!.reject(error);
      // The whole batch has rolled back because of one job: halve the batch until that job is alone.
      const middle = Math.ceil(jobs.length / 2);
      await commitTogether(jobs.slice(0, middle));
      await commitTogether(jobs.slice(middle));
    }
  }

  /** Nothing was committed: jobs with time left go back to the front of the queue, the others are rejected. */
  async function waitForLock(jobs: Job<S, R>[], cause: unknown): Promise<void> {
    const nowMs = now();
    for (const job of jobs.filter(({ giveUpAt }) => giveUpAt <= nowMs)) {
      job.reject(new DatabaseUnavailableError("busy", { cause }));
    }
    waiting = [...jobs.filter(({ giveUpAt }) => giveUpAt > nowMs), ...waiting];
    await sleep(retryIntervalMs);
  }
}
