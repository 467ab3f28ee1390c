// One run at a time, and none left out: for fetching again what may change while it is being fetched.

/**
 * Returns `work` made safe to ask for at any moment: what is asked for during a run is one more run after it,
 * however often. A run that fails counts as over; `work` has to mind that itself.
 */
export function inTurn(work: () => Promise<unknown>): () => void {
  let running = false;
  let asked = false;
  return () => {
    asked = true;
    if (!running) run();
  };

  async function run() {
    running = true;
    while (asked) {
      asked = false;
      await work().catch(() => {});
    }
    running = false;
  }
}
