// Runs of an asynchronous function that never overlap, for data that may change while it is being fetched.

/**
 * Returns a function that starts `work`. Calls during a run lead to one further run after it, however many they are.
 * A failed run counts as finished: `work` has to report its own failures.
 */
export function coalesce(work: () => Promise<unknown>): () => void {
  let running = false;
  let requested = false;
  return () => {
    requested = true;
    if (!running) run();
  };

  async function run() {
    running = true;
    while (requested) {
      requested = false;
      await work().catch(() => {});
    }
    running = false;
  }
}
