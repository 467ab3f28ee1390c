// A clock that goes on while the page is hidden.

/** Calls `onTick` every second until the returned function is called. */
export function startWorkerClock(onTick: () => void): () => void {
  const worker = new Worker(new URL("./clock_worker.ts", import.meta.url), { type: "module" });
  worker.onmessage = onTick;
  return () => worker.terminate();
}
