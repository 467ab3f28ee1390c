// Chromium for tests: pages in contexts of their own, and the faults that pages meet.
import { strict as assert } from "node:assert";
import { setTimeout as delay } from "node:timers/promises";
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from "playwright-core";
import { findChromium, wholeChromium } from "./which_chromium.ts";

/** How long after a wait that failed Playwright's timer of its next attempt may run, which would fail the next test too. */
const RETRY_MS = 600;
/** An origin of this host is neither https nor a loopback: what a phone in the cafe's network sees. */
export const LAN_HOST = "kafe.test";
const FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  `--host-resolver-rules=MAP ${LAN_HOST} 127.0.0.1`,
  // As strict as the browser of an owner: a page makes no sound before a press.
  "--autoplay-policy=document-user-activation-required",
];

export interface BrowserOptions {
  /** Flags beside the usual ones. */
  moreFlags?: string[];
  /** Flags of Playwright's own to leave out. */
  lessFlags?: string[];
  /** Whether it has to be a whole browser. Where there are shells alone, such tests count as ignored. */
  whole?: boolean;
}

export interface PageOptions extends BrowserContextOptions {
  /** Whether the page must be a new one, as it has to be to stop its clock or to route its sockets: both last. */
  fresh?: boolean;
}

/** The pages of one test. Disposing ends their use, and leaves the browser open. */
export interface TestBrowser extends AsyncDisposable {
  /** A page that shares nothing with others of the test: another guest, another login. */
  newPage(options?: PageOptions): Promise<Page>;
  /** The script errors and breaches of the content security policy since the last call. */
  takeFaults(): string[];
  /** Says that the test has passed, so that the next one may use its page. */
  markPassed(): void;
}

/** Starts Chromium. @throws Error if there is none */
export async function launchChromium(
  { moreFlags = [], lessFlags = [], whole = false }: BrowserOptions = {},
): Promise<Browser> {
  const { path, env } = whole && wholeChromium() || await findChromium();
  return await chromium.launch({
    executablePath: path,
    args: [...FLAGS, ...moreFlags],
    ignoreDefaultArgs: lessFlags,
    env: { ...Deno.env.toObject(), ...env },
  });
}

/** Opens pages in `browser` for one test after the other. */
export function pagesIn(browser: Browser): () => TestBrowser {
  let faults: string[] = [];
  const openContext = async (options: BrowserContextOptions = {}) => {
    const context = await browser.newContext({ locale: "tr-TR", ...options });
    context.on("weberror", (failure) => {
      faults.push(`${failure.page()?.url()}: ${failure.error().message}`);
    });
    context.on("console", (message) => {
      // Chromium logs each call that the server refuses, and each socket that a test's lost network refuses. How the page
      // reacts is asserted by the test.
      const isTold = /Failed to load resource|^WebSocket .*ERR_INTERNET_DISCONNECTED$/;
      if (message.type() === "error" && !isTold.test(message.text())) {
        faults.push(`${message.page()?.url()}: ${message.text()}`);
      }
    });
    return context;
  };
  const kept = keepPage(openContext);

  return () => {
    faults = [];
    const contexts: BrowserContext[] = [];
    let passed = false;
    return {
      async newPage({ fresh = false, ...options } = {}) {
        const page = fresh ? undefined : await kept.take(options);
        if (page) return page;
        const context = await openContext(options);
        contexts.push(context);
        return await context.newPage();
      },
      takeFaults: () => faults.splice(0),
      markPassed: () => void (passed = true),
      async [Symbol.asyncDispose]() {
        // A route that is still being answered would fail after the test.
        const pages = browser.contexts().flatMap((context) => context.pages());
        await Promise.all(pages.map((page) => page.unrouteAll({ behavior: "ignoreErrors" })));
        await Promise.all(contexts.map((context) => context.close()));
        await kept.giveBack({ reusable: passed });
        if (!passed) await delay(RETRY_MS);
      },
    };
  };
}

/** Fails if a page met a script error or a breach of the content security policy. */
export function assertClean(browser: TestBrowser): void {
  assert.deepEqual(browser.takeFaults(), []);
}

// One page that the tests of a file use one after the other. A new page costs Chromium a second of work, most of it
// for the window and the process behind it. Every test has a server on a port of its own, and so an origin of its
// own: neither storage nor cache leads from one test to the next.

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
