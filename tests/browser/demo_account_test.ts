import { strict as assert } from "node:assert";
import type { Page } from "playwright-core";
import { PLAYLISTS } from "../../server/music/demo/catalogue.ts";
import { assertAccessible } from "./chromium/accessibility.ts";
import { browserTests } from "./chromium/browser_tests.ts";
import { assertFits, assertUsable } from "./chromium/layout.ts";
import { focusOn } from "./chromium/panel.ts";
import { consentQuery } from "../support/music/demo_listener.ts";
import { startMusicAccount } from "../support/music/music_faults.ts";
import type { ServedApp } from "../support/start/served_app.ts";
import { until } from "../support/time/until.ts";

const test = browserTests();

test("the consent page is accessible, has the panel's face, and leads back under our own policy and across origins", async ({ server, browser }) => {
  const page = await browser.newPage();
  const { accountsUrl, clientId } = server.deps.config.spotify;
  const ask = async (accountsUrl: string, clientId: string) => {
    const query = await consentQuery(clientId, `${server.origin}/api/spotify/callback`);
    await page.goto(`${accountsUrl}/authorize?${query}`);
  };
  await ask(accountsUrl, clientId);
  const face = (heading: Element) => getComputedStyle(heading).fontFamily.split(",")[0];
  assert.equal(await page.getByRole("heading", { level: 1 }).evaluate(face), "Fraunces");
  await page.evaluate(() => document.fonts.ready);
  assert.ok(await page.evaluate(() => document.fonts.check("600 1em Fraunces")));
  await assertAccessible(page, "consent");
  await assertFits(page, 320);
  await assertLeadsBack(page, server.origin, "İzin ver", "code");

  await using account = await startMusicAccount();
  const { SPOTIFY_CLIENT_ID: other = "" } = account.environment;
  for (const [button, name] of [["İzin ver", "code"], ["Vazgeç", "error"]] as const) {
    await ask(account.accountsUrl, other);
    await assertLeadsBack(page, server.origin, button, name);
  }
});

/** Presses the button, and asserts that the browser comes to the product's callback with `name`, and on to the panel. */
async function assertLeadsBack(
  page: Page,
  origin: string,
  button: string,
  name: "code" | "error",
): Promise<void> {
  const back = page.waitForRequest(/\/api\/spotify\/callback\?/);
  await page.getByRole("button", { name: button }).click();
  const url = new URL((await back).url());
  assert.equal(url.origin, origin);
  assert.deepEqual([...url.searchParams.keys()].sort(), [name, "state"].sort());
  await page.waitForURL(/\/panel\//);
}

// The demo account's page in a browser: a person uses the music account by hand.
const [FIRST, SECOND] = PLAYLISTS.at(-1)!.songs as readonly { title: string }[];
const FIVE = `Çal (${PLAYLISTS.at(-1)!.name})`;
/** Longer than the playlist. */
const HOUR_MS = 60 * 60_000;
const NOTHING = "Şu anda bir şey çalmıyor.";

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const song = (page: Page) => page.locator(".song");

async function open(page: Page, { origin }: ServedApp, query = ""): Promise<void> {
  await page.goto(`${origin}/demo/player${query}`);
}

/** Waits until the page says that this song plays. */
async function plays(page: Page, title: string): Promise<void> {
  await song(page).filter({ hasText: title }).waitFor();
}

test("a person plays a playlist, by keyboard too, and the page follows songs, devices and a reload, also without a script", async ({ server, browser }) => {
  const page = await browser.newPage();
  await open(page, server);
  await button(page, FIVE).click();
  await plays(page, FIRST!.title);
  const bar = page.getByRole("progressbar", { name: "Şarkının ilerleyişi" });
  const progress = () => bar.evaluate((element: HTMLProgressElement) => element.value);
  const before = await progress();
  await until(async () => await progress() > before + 500);
  await button(page, "Duraklat").click();
  await page.getByText("Duraklatıldı · Bar hoparlörü").waitFor();
  await focusOn(page, "Devam et");
  await button(page, "Devam et").click();
  await page.getByText("Çalıyor · Bar hoparlörü").waitFor();
  await button(page, "Sonraki").click();
  await plays(page, SECOND!.title);
  await focusOn(page, "Sonraki");
  assert.equal(new URL(page.url()).pathname, "/demo/player");

  server.clock.pass(HOUR_MS);
  await plays(page, NOTHING);
  assert.equal(await button(page, "Sonraki").isDisabled(), true);

  await button(page, FIVE).click();
  await plays(page, FIRST!.title);
  await page.getByLabel("Ses düzeyi").focus();
  // The page shows the figure before it sends it, and the reload below asks the server.
  const set = page.waitForResponse((response) => response.request().method() === "POST");
  await page.keyboard.press("ArrowLeft");
  await page.locator("output").filter({ hasText: "65" }).waitFor();
  await set;
  for (const name of ["Karışık çal", "Otomatik devam", "Şarkı"]) {
    await button(page, name).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name, exact: true, pressed: true }).waitFor();
    await focusOn(page, name);
  }
  await page.reload();
  assert.equal(await page.getByLabel("Ses düzeyi").inputValue(), "65");
  assert.equal(await page.getByRole("button", { pressed: true }).count(), 4);

  await button(page, "Telefonu aç (Kasadaki telefon)").click();
  await button(page, "Buradan çal (Kasadaki telefon)").click();
  await page.getByText("Ses düzeyi: 70. Kasadaki telefon üzerinden değişir.").waitFor();
  await assertUsable(page);

  const plain = await browser.newPage({ javaScriptEnabled: false });
  await open(plain, server);
  await plain.getByLabel("Şarkı veya sanatçı").fill("gülpembe");
  await button(plain, "Ara").click();
  await button(plain, "Çal (Gülpembe)").click();
  await plays(plain, "Gülpembe");
});
