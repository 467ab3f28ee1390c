// The panel in a browser: somebody who is logged in, and what single screens are asked for.
import { strict as assert } from "node:assert";
import { readFile } from "node:fs/promises";
import jsqr from "jsqr";
import type { BrowserContextOptions, Download, Page } from "playwright-core";
import { PNG } from "pngjs";
import type { TestBrowser } from "./browser.ts";
import type { LiveServer } from "./live_server.ts";

/** client/lib/session.ts keeps the login there. */
const TOKEN_KEY = "siradaki.token";

/** A page of somebody's who holds this login token, at `path`, once the screen itself is there. */
export async function openPanel(
  server: LiveServer,
  browser: TestBrowser,
  token: string,
  path: string,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const page = await browser.newPage({ ...holding(server, token), ...options });
  await page.goto(server.origin + path);
  // While its facts are on their way a screen has a heading too.
  await page.getByRole("heading", { level: 1 }).filter({ hasNotText: "Yükleniyor" }).waitFor();
  return page;
}

/** A browser that holds this login token. */
export function holding({ origin }: LiveServer, token: string): BrowserContextOptions {
  const localStorage = [{ name: TOKEN_KEY, value: token }];
  return { storageState: { cookies: [], origins: [{ origin, localStorage }] } };
}

/** The token that the browser holds, or null. */
export async function tokenOf(page: Page): Promise<string | null> {
  return await page.evaluate((key) => localStorage.getItem(key), TOKEN_KEY);
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

/** The accessible name of what has the focus, or its text. */
export async function focused(page: Page): Promise<string> {
  return await page.evaluate(() => {
    const element = document.activeElement as HTMLElement;
    const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : null;
    return label ?? element.getAttribute("aria-label") ?? element.textContent ?? "";
  });
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

/** What a phone reads in this PNG. */
export function readQr(png: Uint8Array): string {
  const { data, width, height } = PNG.sync.read(Buffer.from(png));
  // Declared as a module, exported as a function.
  const decode = jsqr as unknown as typeof jsqr.default;
  const code = decode(new Uint8ClampedArray(data), width, height);
  assert.ok(code, "there is no QR code to be read");
  return code.data;
}

/** Connects the music account from the dashboard, through the demo account's consent page. */
export async function connectMusic(page: Page): Promise<void> {
  await page.getByRole("button", { name: /Spotify'(a|ı) (Bağlan|Yeniden Bağla)/ }).click();
  await page.getByRole("button", { name: "İzin ver" }).click();
  await page.getByText("Spotify bağlı", { exact: true }).waitFor();
}
