import { strict as assert } from "node:assert";
import type { Locator, Page } from "playwright-core";
import { type TestBrowser } from "../support/browser/browser.ts";
import { browserTests } from "../support/browser/browser_tests.ts";
import { assertFits, layoutShift } from "../support/browser/layout.ts";
import { openCafe, refuse } from "../support/browser/evening.ts";
import { createOwner } from "../support/people/factories.ts";
import type { ServedApp } from "../support/start/served_app.ts";
import { focused, holding, openPanel } from "../support/browser/panel.ts";

const test = browserTests();

/** The most script that the panel's first screen may load, in bytes of gzip. */
const MAX_SCRIPT_BYTES = 130 * 1000;
const MAX_SHIFT = 0.02;
const PLACES = [
  ["İstekler", "dashboard"],
  ["Kazançlarım", "payouts"],
  ["Müzik", "music"],
  ["Ekip", "team"],
  ["Profil", "profile"],
  ["Paylaş", "share"],
] as const;

test("the bar leads around: titles, the place that is marked, and the focus on each heading", async ({ server, browser }) => {
  const { token } = await createOwner(server.deps);
  const page = await openPanel(server, browser, token, "/panel/dashboard");
  const bar = page.getByRole("navigation", { name: "Panel" });
  assert.deepEqual(await bar.getByRole("link").or(bar.getByRole("button")).allInnerTexts(), [
    "İstekler",
    "Kazançlarım",
    "Müzik",
    "Kurallar",
    "Ekip",
    "Profil",
    "Paylaş",
    "Çıkış yap",
  ]);
  for (const [name, path] of [...PLACES].reverse()) {
    await bar.getByRole("link", { name }).press("Enter");
    await page.waitForURL(`**/panel/${path}`);
    await heading(page, name);
    await page.waitForFunction(() => document.activeElement?.tagName === "H1");
    assert.equal(await focused(page), name);
    assert.equal(await page.title(), `${name} · Sıradaki`);
    assert.equal(await bar.locator("[aria-current=page]").innerText(), name);
  }
});

test("on a phone the bar stands at the bottom with targets of 44 px, and covers nothing that has the focus", async ({ server, browser }) => {
  const cafe = await openCafe(server);
  for (let i = 0; i < 8; i++) await cafe.submit({ songTitle: `Şarkı ${i}` });
  const viewport = { width: 360, height: 640 };
  const page = await openPanel(server, browser, cafe.token, "/panel/dashboard", { viewport });
  const bar = (await page.getByRole("navigation", { name: "Panel" }).boundingBox())!;
  assert.equal(Math.round(bar.y + bar.height), viewport.height);
  for (const button of await page.locator("main button, main a, .bar-link:visible").all()) {
    const { width, height } = (await button.boundingBox())!;
    assert.ok(width >= 44 && height >= 44, `${await button.innerText()}: ${width} x ${height}`);
  }
  const player = page.getByRole("region", { name: "Şimdi çalıyor" });
  const last = page.getByRole("button", { name: "Onayla: Şarkı 7" });
  await page.getByRole("button", { name: "Reddet: Şarkı 7" }).focus();
  await page.keyboard.press("Tab");
  assert.equal(await focused(page), "Onayla: Şarkı 7");
  await assertAbove(last, player);

  // Nor does what failed, which is above the player bar.
  await refuse(page, "**/api/requests/*", 503, "Sistem şu anda yoğun.");
  await page.keyboard.press("Enter");
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
});

test("on a phone that lies on its side the bar goes with the page, which has little height to lose", async ({ server, browser }) => {
  const cafe = await openCafe(server);
  for (let i = 0; i < 4; i++) await cafe.submit({ songTitle: `Şarkı ${i}` });
  const viewport = { width: 640, height: 360 };
  const page = await openPanel(server, browser, cafe.token, "/panel/dashboard", { viewport });
  const bar = page.getByRole("navigation", { name: "Panel" });
  assert.ok((await bar.boundingBox())!.y < 180);
  await page.getByRole("button", { name: "Onayla: Şarkı 3" }).focus();
  const { y, height } = (await bar.boundingBox())!;
  assert.ok(y + height < 0, `the bar ends at ${y + height}`);
  await assertFits(page, 568);
});

test("on paper a screen is what it says, without the bar", async ({ server, browser }) => {
  const { token } = await createOwner(server.deps);
  const page = await openPanel(server, browser, token, "/panel/payouts");
  const bar = page.getByRole("navigation", { name: "Panel" });
  await bar.waitFor();
  await page.emulateMedia({ media: "print" });
  await bar.waitFor({ state: "hidden" });
  assert.ok(await page.getByRole("heading", { level: 1, name: "Kazançlarım" }).isVisible());
});

test("the owner's screens are whole with a long name, on a small phone and with large letters", async ({ server, browser }) => {
  const cafe = await openCafe(server, "Kütüphanesizleştiremediklerimizdenmişsinizcesine Kahvesi");
  await cafe.submit({ songTitle: "Çekoslovakyalılaştıramadıklarımızdan", tipAmount: 10_000 });
  await cafe.queueSong({ tipAmount: 10_000 });
  const page = await openPanel(server, browser, cafe.token, "/panel/dashboard");
  for (const [name, path] of PLACES) {
    await page.goto(`${server.origin}/panel/${path}`);
    await heading(page, name);
    await assertFits(page, 320);
    await page.evaluate(() => document.documentElement.style.fontSize = "200%");
    await assertFits(page, 360);
  }
});

test("going back restores where the page was scrolled to", async ({ server, browser }) => {
  const page = await leaveScrolledDashboard(server, browser);
  await page.waitForFunction(() => scrollY === 0);
  await page.goBack();
  await heading(page, "İstekler");
  await page.waitForFunction(() => scrollY === 500);
});

test("who comes back to a screen that cannot be loaded is where they were once another try shows it", async ({ server, browser }) => {
  const page = await leaveScrolledDashboard(server, browser);
  await refuse(page, "**/api/requests", 503, "Sistem şu anda yoğun.");
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

for (const path of ["/panel/login", "/panel/dashboard"]) {
  test(`${path} keeps within its script, and shifts nothing as it loads`, async ({ server, browser }) => {
    const cafe = await openCafe(server);
    await cafe.queueSong();
    const login = path === "/panel/login" ? {} : holding(server, cafe.token);
    const page = await browser.newPage(login);
    const scripts: Promise<number>[] = [];
    page.on("response", (response) => {
      const request = response.request();
      if (request.resourceType() !== "script") return;
      scripts.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
    });
    // Brotli is taken out so that what is measured is what is promised: gzip.
    await page.route("**/assets/**", async (route, request) => {
      await route.continue({ headers: { ...request.headers(), "accept-encoding": "gzip" } });
    });
    await page.goto(server.origin + path);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.waitForLoadState("networkidle");
    const script = (await Promise.all(scripts)).reduce((sum, bytes) => sum + bytes, 0);
    assert.ok(script > 0 && script <= MAX_SCRIPT_BYTES, `${script} bytes of script`);
    const shift = await layoutShift(page);
    assert.ok(shift <= MAX_SHIFT, `a shift of ${shift}`);
  });
}

/** A page that was scrolled to 500 on the dashboard, and has gone on to the profile. */
async function leaveScrolledDashboard(server: ServedApp, browser: TestBrowser): Promise<Page> {
  const cafe = await openCafe(server);
  for (let i = 0; i < 15; i++) await cafe.submit({ songTitle: `Şarkı ${i}` });
  const page = await openPanel(server, browser, cafe.token, "/panel/dashboard");
  await page.getByText("Şarkı 14").waitFor();
  await page.mouse.wheel(0, 500);
  await page.waitForFunction(() => scrollY === 500);
  await page.getByRole("link", { name: "Profil" }).evaluate((link: HTMLElement) => link.click());
  await heading(page, "Profil");
  return page;
}

/** Fails if `upper` reaches below the top edge of `lower`. */
async function assertAbove(upper: Locator, lower: Locator): Promise<void> {
  const [{ y, height }, below] = [(await upper.boundingBox())!, (await lower.boundingBox())!];
  assert.ok(y + height <= below.y, `it ends at ${y + height}, what is below begins at ${below.y}`);
}

async function heading(page: Page, name: string): Promise<void> {
  await page.getByRole("heading", { level: 1, name }).waitFor();
}
