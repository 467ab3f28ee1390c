// Opens the panel in a browser with a login, and reads its screens.
import { readFile } from "node:fs/promises";
import type { BrowserContextOptions, Download, Locator, Page, Request } from "playwright-core";
import type { PageOptions, TestBrowser } from "./browser.ts";
import type { ServedApp } from "../../support/start/served_app.ts";
import { inTime, until } from "../../support/time/until.ts";

/** client/lib/session.ts keeps the login there. */
const TOKEN_KEY = "siradaki.token";
/** There it keeps when the token is to be renewed, by the browser's clock. */
const RENEW_AT_KEY = "siradaki.renewAt";
const DAY_MS = 24 * 60 * 60 * 1000;
/** How far ahead a clock is stopped: longer than the order to do so is on its way. */
const SKIPPED_MS = 5000;

/** Opens the panel at `path` with this login token, and waits for the screen. */
export async function openPanel(
  server: ServedApp,
  browser: TestBrowser,
  token: string,
  path: string,
  options: PageOptions = {},
): Promise<Page> {
  const page = await browser.newPage({ ...holding(server, token), ...options });
  await page.goto(server.origin + path);
  // While its facts are on their way a screen has a heading too.
  await page.getByRole("heading", { level: 1 }).filter({ hasNotText: "Yükleniyor" }).waitFor();
  return page;
}

/** The dashboard of this owner, once it hears every change and has the lists that it then asked for. */
export async function openDashboard(
  server: ServedApp,
  browser: TestBrowser,
  token: string,
  options: PageOptions = {},
): Promise<Page> {
  const page = await browser.newPage({ ...holding(server, token), ...options });
  const listening = inRoom(page);
  await page.goto(`${server.origin}/panel/dashboard`);
  await listening;
  return page;
}

/**
 * Resolves once the screen that `page` opens next hears every change in its room, and has the lists that it asks
 * for as soon as it does: what is promised about changes is promised from then on.
 */
export async function inRoom(page: Page): Promise<void> {
  const { promise: asked, resolve } = Promise.withResolvers<Request>();
  let welcome = false;
  // Both from the start: otherwise a message right after `ready` would be missed.
  page.once("websocket", (socket) => socket.once("framereceived", () => void (welcome = true)));
  page.on("request", (request) => {
    if (welcome && /\/api\/requests(\/queue\/\w+)?$/.test(request.url())) resolve(request);
  });
  const request = await inTime(asked, "the page to ask for its lists once it is in the room");
  await (await request.response())?.finished();
}

/** A browser that holds this login token since a moment ago. */
export function holding({ origin }: ServedApp, token: string): BrowserContextOptions {
  const localStorage = [
    { name: TOKEN_KEY, value: token },
    { name: RENEW_AT_KEY, value: String(Date.now() + DAY_MS) },
  ];
  return { storageState: { cookies: [], origins: [{ origin, localStorage }] } };
}

/** The token that the browser holds, or null. */
export async function tokenOf(page: Page): Promise<string | null> {
  return await page.evaluate((key) => localStorage.getItem(key), TOKEN_KEY);
}

/**
 * Stops the page's clock, which was installed before: from now on it goes on when the test says so, however long
 * the test itself takes.
 */
export async function stopClock(page: Page): Promise<void> {
  // It stops in the future only, so a little of it is skipped.
  await page.clock.pauseAt(await page.evaluate(() => Date.now()) + SKIPPED_MS);
}

/** Holds back what the server answers to `page` until the function that it returns is called. */
export async function holdAnswers(page: Page, calls = "**/api/**"): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(calls, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/** A request on the dashboard that waits for a decision. */
export function pendingRow(page: Page, title: string): Locator {
  return page.getByRole("region", { name: "Onay bekleyenler" }).getByRole("listitem")
    .filter({ hasText: title });
}

/** Whether the page has fetched, to its end, what is at an address with this ending. */
export function isFetched(page: Page, ending: string): Promise<boolean> {
  return page.evaluate(
    (ending) => performance.getEntriesByType("resource").some(({ name }) => name.endsWith(ending)),
    ending,
  );
}

/** The accessible name of what has the focus at this moment, or its text. */
export async function focused(page: Page): Promise<string> {
  return await page.evaluate(nameOfFocus);
}

/** Resolves once what is called `name` has the focus: a screen gives it after it has shown what changed. */
export async function focusOn(page: Page, name: string): Promise<void> {
  // Asked from here: a page whose policy forbids eval does not wait for a condition that is written as a string.
  await until(async () => await focused(page) === name).catch(async (cause) => {
    throw new Error(`${name} has no focus, but ${await focused(page)}`, { cause });
  });
}

function nameOfFocus(): string {
  const element = document.activeElement as HTMLElement;
  const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : null;
  return (label ?? element.getAttribute("aria-label") ?? element.textContent ?? "").trim();
}

/** The file that `act` makes the browser save, whole. */
export async function savedBy(
  page: Page,
  act: () => Promise<void>,
): Promise<{ name: string; bytes: Uint8Array }> {
  const [download] = await Promise.all([page.waitForEvent("download"), act()]);
  return { name: download.suggestedFilename(), bytes: await bytesOf(download) };
}

async function bytesOf(download: Download): Promise<Uint8Array> {
  return new Uint8Array(await readFile(await download.path()));
}

/** Goes to a room of the place 'Kafe', or of 'Diğer' on a phone. */
export async function openRoom(page: Page, name: string): Promise<void> {
  await page.locator(".bar-more > button:visible").click();
  await page.locator(".bar-room").filter({ hasText: name }).click();
}

/** Connects the music account from the dashboard, through the demo account's consent page. */
export async function connectMusic(page: Page): Promise<void> {
  await page.getByRole("button", { name: /Spotify'(a|ı) (bağlan|yeniden bağla)/ }).click();
  await page.getByRole("button", { name: "İzin ver" }).click();
  await page.getByText("Spotify bağlı", { exact: true }).waitFor({ state: "attached" });
}
