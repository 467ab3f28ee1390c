// Background jobs: work that runs beside the answers while the server serves, and how it is stopped.

/** Work that has been started in the background. */
export interface BackgroundJob {
  /** Schedules nothing more, and resolves once the work that runs or is due is done. */
  stop(): Promise<void>;
}

/** The work of a job. `signal` aborts when the job is stopped, for work that can end early. */
type Work = (signal: AbortSignal) => Promise<unknown>;

/**
 * Runs `work` now and then every `intervalMs`, one run at a time: intervals that pass during a run are made up
 * for by a single run after it. A failure goes to `onFailure`, and the next run comes all the same.
 */
export function every(
  intervalMs: number,
  work: Work,
  onFailure: (error: unknown) => void,
): BackgroundJob {
  const stopping = new AbortController();
  let isDue = false;
  let running = run();
  const timer = setInterval(() => {
    if (isDue) return;
    isDue = true;
    running = running.then(run);
  }, intervalMs);

  function run() {
    isDue = false;
    return attempt(work, stopping.signal, onFailure);
  }

  return {
    async stop() {
      clearInterval(timer);
      stopping.abort();
      await running;
    },
  };
}

/** Runs `work` once. A failure goes to `onFailure`. */
export function once(work: Work, onFailure: (error: unknown) => void): BackgroundJob {
  const stopping = new AbortController();
  const running = attempt(work, stopping.signal, onFailure);
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

async function attempt(work: Work, signal: AbortSignal, onFailure: (error: unknown) => void) {
  try {
    await work(signal);
  } catch (error) {
    onFailure(error);
  }
}

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
