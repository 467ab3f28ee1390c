// Sends a value that changes quickly, for example while a slider is dragged: not every value, but always the last one.

/** The pause after each, in ms. */
const GAP_MS = 300;

/**
 * Returns a function that hands a value to `send`. What is handed over while one is under way, or in the pause after
 * it, replaces what waits. `onRest` is called when nothing waits any more. `send` has to report its own failures.
 */
export function sendLatest<T>(
  send: (value: T) => Promise<unknown>,
  onRest: () => void,
): (value: T) => void {
  let waiting: { value: T } | undefined;
  let isSending = false;
  return (value) => {
    waiting = { value };
    if (!isSending) void run();
  };

  async function run(): Promise<void> {
    isSending = true;
    while (waiting) {
      const { value } = waiting;
      waiting = undefined;
      await send(value);
      await new Promise((resolve) => setTimeout(resolve, GAP_MS));
    }
    isSending = false;
    onRest();
  }
}
