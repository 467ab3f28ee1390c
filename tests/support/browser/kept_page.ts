// One page that the tests of a file use one after the other. A new page costs Chromium a second of work, most of it
// for the window and the process behind it. Every test has a server on a port of its own, and so an origin of its
// own: neither storage nor cache leads from one test to the next.
import type { BrowserContext, BrowserContextOptions, Page } from "playwright-core";

export interface KeptPage {
  /** The page as if it were new, or undefined if `options` need a context of their own or the page is in use. */
  take(options: BrowserContextOptions): Promise<Page | undefined>;
  /** Ends the use of the page. If it may not be used again, its context is closed. */
  giveBack(options: { reusable: boolean }): Promise<void>;
}

/** What of a context's options can be changed once there is one. */
const CHANGEABLE = ["viewport", "colorScheme", "reducedMotion", "forcedColors", "permissions"];
const VIEWPORT = { width: 1280, height: 720 };
/** The events that tests listen to. Playwright listens to others itself. */
const EVENTS = ["request", "response", "websocket", "download", "console", "dialog"] as const;

/** `open` makes the context that the page is in. */
export function keepPage(open: () => Promise<BrowserContext>): KeptPage {
  let page: Page | undefined;
  let taken = false;

  return {
    async take({ storageState, ...options }) {
      const changeable = Object.keys(options).every((name) => CHANGEABLE.includes(name));
      if (taken || !changeable || typeof storageState === "string") return;
      taken = true;
      page ??= await (await open()).newPage();
      await page.setViewportSize(options.viewport ?? VIEWPORT);
      await page.emulateMedia({
        media: null,
        colorScheme: options.colorScheme ?? "light",
        reducedMotion: options.reducedMotion ?? "no-preference",
        forcedColors: options.forcedColors ?? "none",
      });
      await page.context().grantPermissions(options.permissions ?? []);
      for (const { origin, localStorage: entries } of storageState?.origins ?? []) {
        await page.goto(`${origin}/healthz`);
        await page.evaluate((entries) => {
          for (const { name, value } of entries) localStorage.setItem(name, value);
        }, entries);
      }
      await page.context().addCookies(storageState?.cookies ?? []);
      return page;
    },

    async giveBack({ reusable }) {
      if (!page || !taken) return;
      taken = false;
      const context = page.context();
      if (!reusable || page.isClosed()) {
        page = undefined;
        return await context.close();
      }
      for (const tab of context.pages()) if (tab !== page) await tab.close();
      for (const event of EVENTS) page.removeAllListeners(event);
      await context.setOffline(false);
      await context.clearPermissions();
      await context.clearCookies();
      await page.mouse.move(0, 0);
      // Playwright starts a timer on each navigation, which would go off in the next test.
      await page.goto("about:blank", { waitUntil: "networkidle" });
    },
  };
}
