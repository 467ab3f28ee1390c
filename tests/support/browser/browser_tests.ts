// Tests in a browser: one Chromium for a file, a server and pages of its own for each test.
import type { Browser } from "playwright-core";
import { buildClient } from "../start/built.ts";
import { type ServedApp, servedApp } from "../start/served_app.ts";
import { runningClock, type TestClock } from "../time/clock.ts";
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

/**
 * Starts Chromium before the first test of the calling file and ends it after the last. To be called once in a
 * file, outside of any test.
 */
export function browserTests(options: BrowserOptions & SceneOptions = {}): BrowserTest {
  let chromium: Browser;
  let pages: () => TestBrowser;
  Deno.test.beforeAll(async () => {
    [chromium] = await Promise.all([launchChromium(options), buildClient()]);
    pages = pagesIn(chromium);
  });
  Deno.test.afterAll(() => chromium.close());
  return (name, run, { environment = options.environment, clock = options.clock } = {}) =>
    Deno.test(name, async () => {
      await using server = await servedApp(environment, { clock: (clock ?? runningClock)() });
      await using browser = pages();
      await run({ server, browser });
      assertClean(browser);
      browser.markPassed();
    });
}
