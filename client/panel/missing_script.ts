// A screen's script that did not arrive. Chromium remembers that and never fetches the address again, so that only a new
// document can show the screen.

const missing = new WeakSet<Error>();

/**
 * Marks such errors from now on. Unmarked, the router would load the document anew at once, which ends the music of this
 * tab, and shows the browser's own error page if there is no network.
 */
export function markMissingScripts(): void {
  addEventListener("vite:preloadError", ({ payload }) => {
    missing.add(payload);
    // The router knows such an error by its message.
    payload.message = `A script is missing: ${payload.message}`;
  });
}

export function isMissingScript(error: unknown): boolean {
  return error instanceof Error && missing.has(error);
}
