// What a screen of the panel loads, and that nothing on it moves as it arrives, in whatever order.
import { strict as assert } from "node:assert";
import type { Page, Response } from "playwright-core";
import { assertEachAccessible } from "../support/browser/accessibility.ts";
import { browserTests } from "../support/browser/browser_tests.ts";
import { layoutShift } from "../support/browser/layout.ts";
import { openCafe } from "../support/browser/evening.ts";
import { holdAnswers, holding } from "../support/browser/panel.ts";
import { connect } from "../support/people/connection.ts";

const test = browserTests();

/** The most script that the panel's first screen may load, in bytes of gzip. */
const MAX_SCRIPT_BYTES = 130 * 1000;
/** A fifth of what Web Vitals still calls good. */
const MAX_SHIFT = 0.02;
/** The screens that show nothing before the cafe and its music account are known, as the player bar. */
const NEED_CAFE: string[] = ["dashboard", "music", "rules"];
const SCREENS = [
  ["dashboard", 360],
  ["dashboard", 1280],
  ["payouts", 360],
  ["profile", 360],
  ["share", 360],
  ["music", 360],
  ["rules", 360],
  ["team", 360],
  ["sessions", 360],
] as const;

test("login and dashboard keep within their script; charts and QR codes come with the screens that show them", async ({ server, browser }) => {
  const cafe = await openCafe(server);
  await cafe.queueSong();
  const visitor = await browser.newPage();
  const login = await loadedBy(visitor, `${server.origin}/panel/login`);
  const page = await browser.newPage(holding(server, cafe.token));
  const at = (screen: string) => loadedBy(page, `${server.origin}/panel/${screen}`);
  const dashboard = await at("dashboard");
  for (const { bytes, shift } of [login, dashboard]) {
    assert.ok(bytes > 0 && bytes <= MAX_SCRIPT_BYTES, `${bytes} bytes of script`);
    assert.ok(shift <= MAX_SHIFT, `a shift of ${shift}`);
  }
  const qr = (await at("share")).scripts.filter((url) => /\/qr-[^/]+\.js$/.test(url));
  const chart = (await at("payouts")).scripts.filter((url) => /\/panel\.payouts-/.test(url));
  assert.ok(qr.length > 0 && chart.length > 0);
  for (const script of [...qr, ...chart]) assert.ok(!dashboard.scripts.includes(script), script);
});

test("nothing on any screen of the panel shifts as it loads, whichever answer comes last", async ({ server, browser }) => {
  const cafe = await openCafe(server);
  for (const tip of [5, 10, 20]) await cafe.queueSong({ tipAmount: tip });
  const page = await browser.newPage(holding(server, cafe.token));
  const known = page.getByRole("link", { name: "Spotify bağlı değil" });
  const loading = page.getByRole("heading", { name: "Yükleniyor" });
  const shown = page.getByRole("heading", { level: 1 }).filter({ hasNotText: "Yükleniyor" });
  const assertStill = async (name: string) => {
    await page.waitForLoadState("networkidle");
    const shift = await layoutShift(page);
    assert.ok(shift <= MAX_SHIFT, `${name} shifts by ${shift}`);
  };
  for (const [screen, width] of SCREENS) {
    const [url, name] = [`${server.origin}/panel/${screen}`, `${screen}, ${width} px`];
    await page.setViewportSize({ width, height: 780 });
    const letScreenGo = await holdAnswers(page, `**/assets/panel.${screen}-*.js`);
    await page.goto(url);
    await loading.waitFor();
    await known.waitFor();
    if (screen === "dashboard") {
      await assertEachAccessible(page, { [`${name}, loading`]: () => loading.waitFor() });
    }
    letScreenGo();
    await shown.waitFor();
    await assertStill(`${name}, the screen last,`);
    await page.unrouteAll({ behavior: "ignoreErrors" });

    const letCafeGo = await holdAnswers(page, "**/api/auth/status");
    await page.goto(url);
    await (NEED_CAFE.includes(screen) ? loading : shown).waitFor();
    letCafeGo();
    await known.waitFor();
    await shown.waitFor();
    await assertStill(`${name}, the cafe last,`);
    await page.unrouteAll({ behavior: "ignoreErrors" });
  }
  const letEarningsGo = await holdAnswers(page, "**/api/payouts/summary");
  await assertEachAccessible(page, {
    "payouts, loading from another screen": async () => {
      await page.getByRole("link", { name: "Kazançlarım" }).click();
      await page.getByText("Yükleniyor…").waitFor();
    },
  });
  letEarningsGo();
  await page.getByRole("heading", { level: 1, name: "Kazançlarım" }).waitFor();
});

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

/** The scripts that `page` loads to show `url`, their size as gzip, and how much the page shifts meanwhile. */
async function loadedBy(page: Page, url: string) {
  const loaded: Response[] = [];
  const note = (response: Response) => void loaded.push(response);
  page.on("response", note);
  // Brotli is taken out so that what is measured is what is promised: gzip.
  await page.route("**/assets/**", async (route, request) => {
    await route.continue({ headers: { ...request.headers(), "accept-encoding": "gzip" } });
  });
  await page.goto(url);
  await page.getByRole("heading", { level: 1 }).filter({ hasNotText: "Yükleniyor" }).waitFor();
  await page.waitForLoadState("networkidle");
  page.off("response", note);
  const scripts = loaded.filter((response) => response.request().resourceType() === "script");
  const sizes = await Promise.all(scripts.map((script) => script.request().sizes()));
  return {
    scripts: scripts.map((script) => script.url()),
    bytes: sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0),
    shift: await layoutShift(page),
  };
}
