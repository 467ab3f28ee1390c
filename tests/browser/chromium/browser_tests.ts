// Tests in a browser: one Chromium for all that want the same flags, a server and pages of its own for each test.
import type { Browser } from "playwright-core";
import { buildClient } from "../../support/start/built.ts";
import { cannotTry } from "../../support/start/cannot_try.ts";
import { type ServedApp, servedApp } from "../../support/start/served_app.ts";
import { runningClock, type TestClock } from "../../support/time/clock.ts";
import {
  assertClean,
  type BrowserOptions,
  launchChromium,
  pagesIn,
  type TestBrowser,
} from "./browser.ts";
import { missingChromium, wholeChromium } from "./which_chromium.ts";

export interface Scene {
  server: ServedApp;
  browser: TestBrowser;
  /** The running test, for its steps. */
  t: Deno.TestContext;
}

export interface SceneOptions {
  environment?: Record<string, string>;
  /** The server's clock: the system's by default, which the browser has too. */
  clock?: () => TestClock;
}

/** Registers one test, which fails if a page meets a script error or a breach of the content security policy. */
export type BrowserTest = (
  name: string,
  run: (scene: Scene) => Promise<void>,
  options?: SceneOptions,
) => void;

/** The browsers of this process by their options, with what opens pages in them. */
const browsers = new Map<string, { pages: () => TestBrowser }>();

/**
 * Starts Chromium before the first test of the process and ends it after the last, once for each set of options. To be called
 * once in a file, outside of any test.
 */
export function browserTests(
  { environment: usual, clock: usualClock, ...options }: BrowserOptions & SceneOptions = {},
): BrowserTest {
  if (options.whole && !missingChromium() && !wholeChromium()) return ignoredTest;
  const key = JSON.stringify(options);
  const browser = browsers.get(key) ?? startBefore(options);
  browsers.set(key, browser);
  return (name, run, { environment = usual, clock = usualClock ?? runningClock } = {}) =>
    Deno.test(name, async (t) => {
      await using server = await servedApp(environment, { clock: clock() });
      await using opened = browser.pages();
      await run({ server, browser: opened, t });
      assertClean(opened);
      opened.markPassed();
    });
}

function ignoredTest(name: string): void {
  const why = "there is no whole Chromium: a headless shell keeps no pages for Back";
  Deno.test({ name: `SKIPPED: ${name}, since ${why}`, ignore: true, fn() {} });
}

function startBefore(options: BrowserOptions): { pages: () => TestBrowser } {
  let chromium: Browser | undefined;
  const started = {
    pages(): TestBrowser {
      throw new Error("Cannot open a page: the browser starts before the first test.");
    },
  };
  Deno.test.beforeAll(async () => {
    // A failure here would end the module with all its tests, so each test of the browser tells it instead.
    try {
      await buildClient();
      const missing = missingChromium();
      if (missing) return void (started.pages = () => cannotTry(missing));
      started.pages = pagesIn(chromium = await launchChromium(options));
    } catch (error) {
      started.pages = () => {
        throw error;
      };
    }
  });
  Deno.test.afterAll(() => chromium?.close());
  return started;
}
