// Screens' scripts that did not arrive. Chromium remembers that and never fetches the address again, so that only a new
// document can show the screen. So they are fetched before they are needed (docs/http.md#caching).

/** The first screen and what it asks for come first. */
const FETCH_AFTER_MS = 5_000;

/** Fetches the scripts at these addresses into the browser's cache, one after another. One that fails is left out. */
export async function fetchScripts(addresses: readonly string[]): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, FETCH_AFTER_MS));
  for (const address of addresses) {
    await fetch(address, { priority: "low" }).then((response) => response.blob()).catch(() => {});
  }
}

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
