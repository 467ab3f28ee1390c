// The browser for tests: Chromium, one for a test, and what every page of ours is checked for.
import { strict as assert } from "node:assert";
import { join } from "node:path";
import AxeBuilder from "@axe-core/playwright";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";

/** Debian's Chromium, or what CHROMIUM names. */
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
const SCREENSHOTS = join(import.meta.dirname!, "../../screenshots");

export type Scheme = "light" | "dark";
export const SCHEMES: Scheme[] = ["light", "dark"];
/** A phone, a tablet, a laptop. */
export const WIDTHS = [360, 768, 1280];

export interface TestBrowser extends AsyncDisposable {
  browser: Browser;
  /** A page in a context of its own: another guest, another login. Its console errors fail `assertClean`. */
  newPage(options?: BrowserContextOptions): Promise<Page>;
  /** Fails where a page has met a script error or a breach of the content security policy. */
  assertClean(): void;
}

/**
 * Starts Chromium, with `moreFlags` and without those of Playwright's own that `lessFlags` names. Never skips:
 * without a browser a test of the browser has not passed.
 */
export async function launchBrowser(
  moreFlags: string[] = [],
  lessFlags: string[] = [],
): Promise<TestBrowser> {
  try {
    await Deno.stat(EXECUTABLE);
  } catch (cause) {
    throw new Error(
      `Cannot run browser tests: there is no Chromium at ${EXECUTABLE} (set CHROMIUM)`,
      { cause },
    );
  }
  const browser = await chromium.launch({
    executablePath: EXECUTABLE,
    args: [...FLAGS, ...moreFlags],
    ignoreDefaultArgs: lessFlags,
  });
  const faults: string[] = [];
  return {
    browser,
    async newPage(options = {}) {
      const context = await browser.newContext({ locale: "tr-TR", ...options });
      const page = await context.newPage();
      page.on("pageerror", (error) => faults.push(`${page.url()}: ${error.message}`));
      page.on("console", (message) => {
        // A refused call logs itself; what the page makes of it is the test's to assert.
        if (message.type() === "error" && !/Failed to load resource/.test(message.text())) {
          faults.push(`${page.url()}: ${message.text()}`);
        }
      });
      return page;
    },
    assertClean: () => assert.deepEqual(faults, []),
    async [Symbol.asyncDispose]() {
      // What is still being answered in a test's name would fail after it.
      const pages = browser.contexts().flatMap((context) => context.pages());
      await Promise.all(pages.map((page) => page.unrouteAll({ behavior: "ignoreErrors" })));
      await browser.close();
    },
  };
}

/** Fails with axe's findings for WCAG 2.2 A and AA, in both colour schemes; `page` keeps the last. */
export async function assertAccessible(page: Page): Promise<void> {
  for (const colorScheme of SCHEMES) {
    await page.emulateMedia({ colorScheme });
    await settle(page);
    const { violations } = await new AxeBuilder({ page }).analyze();
    const found = violations.flatMap((violation) =>
      violation.nodes.map((node) =>
        `${colorScheme} ${violation.id}: ${node.html} ${node.failureSummary}`
      )
    );
    assert.deepEqual(found, []);
  }
}

/** Writes `name-width-scheme.png` for each width and scheme into tests/screenshots (ignored by git). */
export async function takeScreenshots(page: Page, name: string): Promise<void> {
  const before = page.viewportSize();
  for (const colorScheme of SCHEMES) {
    await page.emulateMedia({ colorScheme });
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: width < 600 ? 780 : 900 });
      await settle(page);
      const path = join(SCREENSHOTS, `${name}-${width}-${colorScheme}.png`);
      await page.screenshot({ path, fullPage: true });
    }
  }
  if (before) await page.setViewportSize(before);
}

/** Fails where the page scrolls sideways at `width`. */
export async function assertFits(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 780 });
  const overflow = await page.evaluate(() =>
    document.documentElement.scrollWidth - document.documentElement.clientWidth
  );
  assert.equal(overflow, 0, `the page is ${overflow} px too wide at ${width}`);
}

/** Fails where something to press, but for `except`, is smaller than a thumb wants: 44 CSS pixels either way. */
export async function assertTouchable(page: Page, except = ""): Promise<void> {
  const small = await page.locator("button, a, input, select, summary").evaluateAll(
    (targets, except) =>
      targets.filter((target) => except === "" || !target.matches(except))
        .map((target) => ({ target, box: target.getBoundingClientRect() }))
        .filter(({ box }) => box.width > 0 && (box.width < 44 || box.height < 44))
        .map(({ target, box }) => `${target.outerHTML} is ${box.width} by ${box.height}`),
    except,
  );
  assert.deepEqual(small, []);
}

/** How far what is shown has jumped since the page was opened (web.dev/cls), without what a press moved. */
export async function layoutShift(page: Page): Promise<number> {
  return await page.evaluate(() =>
    new Promise<number>((resolve) => {
      new PerformanceObserver((list) => {
        const shifts = list.getEntries() as (PerformanceEntry & {
          value: number;
          hadRecentInput: boolean;
        })[];
        resolve(shifts.reduce((sum, s) => sum + (s.hadRecentInput ? 0 : s.value), 0));
      }).observe({ type: "layout-shift", buffered: true });
      // Nothing has shifted: the observer has nothing to say.
      requestAnimationFrame(() => setTimeout(() => resolve(0), 100));
    })
  );
}

/** Waits until what moves has arrived: fades and glides, which end by themselves, and fonts. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    const ending = document.getAnimations()
      .filter((a) => a.effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map((a) => a.finished));
  });
}
