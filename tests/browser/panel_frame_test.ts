// The frame around the panel's screens: its bar and its dock on phones, and where a person is on the page.
import { strict as assert } from "node:assert";
import type { Locator, Page, Response, Route } from "playwright-core";
import { browserTests } from "./chromium/browser_tests.ts";
import { openCafe, refuse } from "./chromium/evening.ts";
import { assertFits, layoutShift } from "./chromium/layout.ts";
import {
  focused,
  holdAnswers,
  holding,
  isFetched,
  openDashboard,
  openPanel,
} from "./chromium/panel.ts";
import { connect } from "../support/people/connection.ts";
import { until } from "../support/time/until.ts";

const test = browserTests();

test("on a phone the bar stands at the bottom with targets of 44 px, covers nothing that has the focus, and goes with the page on its side", async ({ server, browser }) => {
  const cafe = await openCafe(server);
  for (let i = 0; i < 8; i++) await cafe.submit({ songTitle: `Şarkı ${i}` });
  const viewport = { width: 360, height: 640 };
  const page = await openPanel(server, browser, cafe.token, "/panel/dashboard", { viewport });
  const places = page.getByRole("navigation", { name: "Panel" });
  const bar = (await places.boundingBox())!;
  assert.equal(Math.round(bar.y + bar.height), viewport.height);
  // At once: a list that is refreshed meanwhile has other buttons.
  const sizes = await page.locator("main button, main a, .bar-link:visible").evaluateAll((all) =>
    all.map((button) => {
      const { width, height } = button.getBoundingClientRect();
      return { width, height, text: (button as HTMLElement).innerText };
    })
  );
  assert.deepEqual(sizes.filter(({ width, height }) => width < 44 || height < 44), []);
  const player = page.getByRole("region", { name: "Şimdi çalıyor" });
  const last = page.getByRole("button", { name: "Onayla: Şarkı 7" });
  await page.getByRole("button", { name: "Reddet: Şarkı 7" }).focus();
  await page.keyboard.press("Tab");
  assert.equal(await focused(page), "Onayla: Şarkı 7");
  await assertAbove(last, player);

  // Nor does what failed, which is above the player bar.
  await refuse(page, "**/api/requests/*", "database_unavailable", "Sistem şu anda yoğun.");
  await last.press("Enter");
  const notice = page.locator(".notices > .notice");
  await notice.waitFor();
  await assertAbove(notice, player);
  const fourth = page.getByRole("button", { name: "Onayla: Şarkı 3" });
  await fourth.evaluate((button) => {
    scrollBy(0, button.getBoundingClientRect().y - innerHeight + 10);
    (button.previousElementSibling as HTMLElement).focus({ preventScroll: true });
  });
  await page.keyboard.press("Tab");
  assert.equal(await focused(page), "Onayla: Şarkı 3");
  await assertAbove(fourth, notice);

  // Nor does the way to the other list, at the top.
  const first = page.getByRole("button", { name: "Reddet: Şarkı 0" });
  await first.evaluate((button) => {
    scrollBy(0, button.getBoundingClientRect().y - 10);
    (button.nextElementSibling as HTMLElement).focus({ preventScroll: true });
  });
  await page.keyboard.press("Shift+Tab");
  assert.equal(await focused(page), "Reddet: Şarkı 0");
  await assertAbove(page.getByRole("group", { name: "Listeye git" }), first);
  await assertFits(page, 320);

  // On its side a phone has little height to lose.
  await page.setViewportSize({ width: 640, height: 360 });
  await page.evaluate(() => scrollTo(0, 0));
  assert.ok((await places.boundingBox())!.y < 180);
  await last.focus();
  const { y, height } = (await places.boundingBox())!;
  assert.ok(y + height < 0, `the bar ends at ${y + height}`);
  await assertFits(page, 568);
});

test("a person stays where they have scrolled to: as lists are refreshed, on the way back, and after a load that failed", async ({ server, browser }) => {
  const cafe = await openCafe(server);
  for (let i = 0; i < 15; i++) await cafe.submit({ songTitle: `Şarkı ${i}` });
  const page = await openDashboard(server, browser, cafe.token);
  const held = await holdLists(page);
  await cafe.submit({ songTitle: "Sonuncu" });
  await held.next();
  await page.mouse.wheel(0, 500);
  await page.waitForFunction(() => scrollY === 500);
  await held.letGo();
  await page.getByText("Sonuncu", { exact: true }).waitFor();
  assert.equal(await page.evaluate(() => scrollY), 500);

  await page.getByRole("link", { name: "Profil" }).evaluate((link: HTMLElement) => link.click());
  await heading(page, "Profil");
  await page.waitForFunction(() => scrollY === 0);
  await page.goBack();
  await heading(page, "İstekler");
  await page.waitForFunction(() => scrollY === 500);

  await page.goForward();
  await heading(page, "Profil");
  await refuse(page, "**/api/requests", "database_unavailable", "Sistem şu anda yoğun.");
  // What was known is kept from screen to screen, and lost with the page.
  await page.reload();
  await heading(page, "Profil");
  await page.goBack();
  await heading(page, "Sayfa yüklenemedi");
  await page.unrouteAll();
  await page.getByRole("button", { name: "Tekrar dene" }).click();
  await heading(page, "İstekler");
  await page.waitForFunction(() => scrollY === 500);
});

test("a screen that was not opened before the network went away comes with the network, in the same document", async ({ server, browser }) => {
  const { token } = await openCafe(server);
  const page = await openPanel(server, browser, token, "/panel/profile", { fresh: true });
  const scripts = await page.locator("#panel").getAttribute("data-scripts");
  await until(() => isFetched(page, scripts!.split(" ").at(-1)!));
  await page.evaluate(() => Object.assign(globalThis, { isSameDocument: true }));
  await page.context().setOffline(true);
  await page.getByRole("link", { name: "Paylaş" }).click();
  await page.getByRole("alert").getByText("Kafe bilgileri yüklenemedi.").waitFor();
  await page.context().setOffline(false);
  await page.getByRole("button", { name: "Tekrar dene" }).click();
  await heading(page, "Paylaş");
  assert.ok(await page.evaluate(() => "isSameDocument" in globalThis));
  // The page logs each attempt to connect that fails.
  browser.takeFaults();
});

/** Keeps the lists' answers on their way, as they were when the server gave them. */
async function holdLists(page: Page) {
  const held: (() => Promise<void>)[] = [];
  let open = false;
  const { promise: first, resolve } = Promise.withResolvers<void>();
  await page.route("**/api/requests", async (route: Route) => {
    const response = await route.fetch();
    if (open) return await route.fulfill({ response });
    held.push(() => route.fulfill({ response }).catch(() => {}));
    resolve();
  });
  return {
    next: () => first,
    async letGo() {
      open = true;
      await Promise.all(held.map((release) => release()));
    },
  };
}

/** Fails if `upper` reaches below the top edge of `lower`. */
async function assertAbove(upper: Locator, lower: Locator): Promise<void> {
  const [{ y, height }, below] = [(await upper.boundingBox())!, (await lower.boundingBox())!];
  assert.ok(y + height <= below.y, `it ends at ${y + height}, what is below begins at ${below.y}`);
}

async function heading(page: Page, name: string): Promise<void> {
  await page.getByRole("heading", { level: 1, name }).waitFor();
}

// What a screen of the panel loads, and that nothing on it moves as it arrives, in whatever order.
/** The most script that the panel's first screen may load, in bytes of brotli, as Chromium is sent it here. */
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
  // A phone shows it once the bar is unfolded.
  const known = {
    waitFor: () =>
      page.locator(".account-link", { hasText: "Spotify bağlı değil" })
        .waitFor({ state: "attached" }),
  };
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

/** The scripts that `page` loads to show `url`, how many bytes were sent for them, and how much the page shifts meanwhile. */
async function loadedBy(page: Page, url: string) {
  const loaded: Response[] = [];
  const note = (response: Response) => void loaded.push(response);
  page.on("response", note);
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
