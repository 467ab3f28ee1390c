// What a screen of the panel loads, and that nothing on it moves as it arrives.
import { strict as assert } from "node:assert";
import type { Locator, Page } from "playwright-core";
import { browserTests } from "../support/browser/browser_tests.ts";
import { layoutShift } from "../support/browser/layout.ts";
import { openCafe } from "../support/browser/evening.ts";
import { holdAnswers, holding } from "../support/browser/panel.ts";
import { connect } from "../support/people/connection.ts";

const test = browserTests();

/** A fifth of what Web Vitals still calls good. */
const MAX_SHIFT = 0.02;

test("charts and QR codes come with the screens that show them, and with no other", async ({ server, browser }) => {
  const { token } = await openCafe(server);
  const page = await browser.newPage(holding(server, token));
  let chunks: string[] = [];
  page.on("response", (response) => {
    if (response.request().resourceType() === "script") chunks.push(response.url());
  });
  const chunksOf = async (screen: string, shown: (page: Page) => Locator) => {
    chunks = [];
    await page.goto(`${server.origin}/panel/${screen}`);
    await shown(page).waitFor();
    await page.waitForLoadState("networkidle");
    return chunks;
  };
  const dashboard = await chunksOf("dashboard", (page) => page.getByText("Spotify bağlı değil"));
  const share = await chunksOf("share", (page) => page.getByRole("img", { name: /QR/ }).first());
  const payouts = await chunksOf("payouts", (page) => page.getByRole("figure"));
  const qr = share.filter((url) => /\/qr-[^/]+\.js$/.test(url));
  const chart = payouts.filter((url) => /\/panel\.payouts-/.test(url));
  assert.ok(qr.length > 0 && chart.length > 0);
  for (const chunk of [...qr, ...chart]) assert.ok(!dashboard.includes(chunk), chunk);
});

const SCREENS = [
  ["dashboard", 360],
  ["dashboard", 1280],
  ["payouts", 360],
  ["profile", 360],
  ["share", 360],
  ["music", 360],
] as const;

for (const [screen, width] of SCREENS) {
  test(`nothing on /panel/${screen} shifts as it loads slowly, ${width} px wide`, async ({ server, browser }) => {
    const cafe = await openCafe(server);
    for (const tip of [5, 10, 20]) await cafe.queueSong({ tipAmount: tip });
    const viewport = { width, height: 780 };
    const page = await browser.newPage({ ...holding(server, cafe.token), viewport });
    const answer = await holdAnswers(page);
    await page.goto(`${server.origin}/panel/${screen}`);
    await page.getByRole("heading", { name: "Yükleniyor" }).waitFor();
    answer();
    await page.getByRole("heading", { name: "Yükleniyor" }).waitFor({ state: "detached" });
    await page.waitForLoadState("networkidle");
    const shift = await layoutShift(page);
    assert.ok(shift <= MAX_SHIFT, `shifts by ${shift}`);
  });
}

test("nothing on a connected dashboard shifts once what plays is known", async ({ server, browser }) => {
  const cafe = await openCafe(server);
  await cafe.queueSong();
  await connect(server, cafe.token);
  const viewport = { width: 1280, height: 780 };
  const page = await browser.newPage({ ...holding(server, cafe.token), viewport });
  const answer = await holdAnswers(page, "**/api/playback");
  await page.goto(`${server.origin}/panel/dashboard`);
  const bar = page.getByRole("region", { name: "Şimdi çalıyor" });
  const play = page.getByRole("button", { name: "Sıradaki şarkıyı çal" });
  const list = page.getByRole("region", { name: "Onay bekleyenler" });
  const boxes = () => Promise.all([bar, play, list].map((part) => part.boundingBox()));
  // The bar says so before the cafe is known, too.
  await list.waitFor();
  await bar.getByText("Yükleniyor…").waitFor();
  const before = await boxes();
  answer();
  await page.getByText("Şu anda bir şey çalmıyor.").waitFor();
  assert.deepEqual(await boxes(), before);
});
