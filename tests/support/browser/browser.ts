// Chromium for tests: pages in contexts of their own, and the faults that pages meet.
import { strict as assert } from "node:assert";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";

/** Debian's Chromium, or the one that CHROMIUM names. */
const EXECUTABLE = Deno.env.get("CHROMIUM") ?? "/usr/bin/chromium";
const FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export interface BrowserOptions {
  /** Flags beside the usual ones. */
  moreFlags?: string[];
  /** Flags of Playwright's own to leave out. */
  lessFlags?: string[];
}

/** The pages of one test. */
export interface TestBrowser extends AsyncDisposable {
  /** A page in a context of its own: another guest, another login. */
  newPage(options?: BrowserContextOptions): Promise<Page>;
  /** The script errors and breaches of the content security policy since the last call. */
  takeFaults(): string[];
}

/** Starts Chromium. @throws Error if there is none: a test of the browser is never skipped */
export async function launchChromium(
  { moreFlags = [], lessFlags = [] }: BrowserOptions = {},
): Promise<Browser> {
  try {
    await Deno.stat(EXECUTABLE);
  } catch (cause) {
    throw new Error(
      `Cannot run browser tests: there is no Chromium at ${EXECUTABLE} (set CHROMIUM)`,
      { cause },
    );
  }
  return await chromium.launch({
    executablePath: EXECUTABLE,
    args: [...FLAGS, ...moreFlags],
    ignoreDefaultArgs: lessFlags,
  });
}

/** Opens pages in `browser`. Disposing closes them, and leaves the browser open. */
export function pagesIn(browser: Browser): TestBrowser {
  const faults: string[] = [];
  return {
    async newPage(options = {}) {
      const context = await browser.newContext({ locale: "tr-TR", ...options });
      context.on("weberror", (failure) => {
        faults.push(`${failure.page()?.url()}: ${failure.error().message}`);
      });
      context.on("console", (message) => {
        // Chromium logs each call that the server refuses. What the page makes of it is asserted by the test.
        if (message.type() === "error" && !/Failed to load resource/.test(message.text())) {
          faults.push(`${message.page()?.url()}: ${message.text()}`);
        }
      });
      return await context.newPage();
    },
    takeFaults: () => faults.splice(0),
    async [Symbol.asyncDispose]() {
      const contexts = browser.contexts();
      // A route that is still being answered would fail after the test.
      const pages = contexts.flatMap((context) => context.pages());
      await Promise.all(pages.map((page) => page.unrouteAll({ behavior: "ignoreErrors" })));
      await Promise.all(contexts.map((context) => context.close()));
    },
  };
}

/** Fails if a page met a script error or a breach of the content security policy. */
export function assertClean(browser: TestBrowser): void {
  assert.deepEqual(browser.takeFaults(), []);
}
