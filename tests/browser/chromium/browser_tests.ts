// Tests in a browser: one Chromium for all that want the same flags, a server and pages of its own for each test.
import type { Browser } from "playwright-core";
import { buildClient } from "../../support/start/built.ts";
import { type ServedApp, servedApp } from "../../support/start/served_app.ts";
import { runningClock, type TestClock } from "../../support/time/clock.ts";
import {
  assertClean,
  type BrowserOptions,
  launchChromium,
  pagesIn,
  type TestBrowser,
} from "./browser.ts";

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

function startBefore(options: BrowserOptions): { pages: () => TestBrowser } {
  let chromium: Browser;
  const started = {
    pages(): TestBrowser {
      throw new Error("Cannot open a page: the browser starts before the first test.");
    },
  };
  Deno.test.beforeAll(async () => {
    [chromium] = await Promise.all([launchChromium(options), buildClient()]);
    started.pages = pagesIn(chromium);
  });
  Deno.test.afterAll(() => chromium.close());
  return started;
}
