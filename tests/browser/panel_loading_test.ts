// What a screen of the panel loads, and that nothing on it moves as it arrives, in whatever order.
import { strict as assert } from "node:assert";
import type { Locator, Page, Response } from "playwright-core";
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
const SCREENS = ["payouts", "profile", "share", "music", "rules", "team", "sessions"];
const [PHONE, LAPTOP] = [{ width: 360, height: 780 }, { width: 1280, height: 780 }];

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

test("nothing on any screen of the panel shifts as it loads, whichever answer comes last, nor once what plays is known", async ({ server, browser }) => {
  const cafe = await openCafe(server);
  for (const tip of [5, 10, 20]) await cafe.queueSong({ tipAmount: tip });
  const page = await browser.newPage(holding(server, cafe.token));
  const known = page.getByRole("link", { name: "Spotify bağlı değil" });
  const loading = page.getByRole("heading", { name: "Yükleniyor" });
  const shown = page.getByRole("heading", { level: 1 }).filter({ hasNotText: "Yükleniyor" });
  const assertStill = async (name: string, before = 0) => {
    await page.waitForLoadState("networkidle");
    const shift = await layoutShift(page) - before;
    assert.ok(shift <= MAX_SHIFT, `${name} shifts by ${shift}`);
  };
  const openWithCafeLast = async (screen: string, meanwhile: Locator) => {
    const letCafeGo = await holdAnswers(page, "**/api/auth/status");
    await page.goto(`${server.origin}/panel/${screen}`);
    await meanwhile.waitFor();
    letCafeGo();
    await known.waitFor();
    await shown.waitFor();
    await assertStill(`${screen}, the cafe last,`);
    await page.unrouteAll({ behavior: "ignoreErrors" });
  };
  /** From another screen: of a first one, nothing is shown before its script is there. */
  const leadWithScriptLast = async (screen: string) => {
    const before = await layoutShift(page);
    const letScreenGo = await holdAnswers(page, `**/assets/panel.${screen}-*.js`);
    await page.evaluate((path) => {
      history.pushState({}, "", path);
      dispatchEvent(new PopStateEvent("popstate"));
    }, `/panel/${screen}`);
    await loading.waitFor();
    await known.waitFor();
    letScreenGo();
    await shown.waitFor();
    await assertStill(`${screen}, its script last,`, before);
    await page.unrouteAll({ behavior: "ignoreErrors" });
  };

  await page.setViewportSize(LAPTOP);
  await openWithCafeLast("dashboard", loading);
  // Of the screens that do not wait for the cafe, one stands for all: it is the frame that could shift.
  await openWithCafeLast("profile", shown);
  await leadWithScriptLast("dashboard");
  await page.setViewportSize(PHONE);
  for (const screen of ["music", "rules"]) await openWithCafeLast(screen, loading);
  await leadWithScriptLast("dashboard");
  await openWithCafeLast("dashboard", loading);
  for (const screen of SCREENS) await leadWithScriptLast(screen);

  await connect(server, cafe.token);
  await page.setViewportSize(LAPTOP);
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
