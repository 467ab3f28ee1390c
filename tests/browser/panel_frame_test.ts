// The frame around the panel's screens: its bar and its dock on phones, and where a person is on the page.
import { strict as assert } from "node:assert";
import type { Locator, Page, Route } from "playwright-core";
import { browserTests } from "../support/browser/browser_tests.ts";
import { openCafe, refuse } from "../support/browser/evening.ts";
import { assertFits } from "../support/browser/layout.ts";
import { focused, holding, openDashboard, openPanel } from "../support/browser/panel.ts";

const test = browserTests();

test("on a phone the bar stands at the bottom with targets of 44 px, covers nothing that has the focus, and goes with the page on its side", async ({ server, browser }) => {
  const cafe = await openCafe(server);
  for (let i = 0; i < 8; i++) await cafe.submit({ songTitle: `Şarkı ${i}` });
  const viewport = { width: 360, height: 640 };
  const page = await openPanel(server, browser, cafe.token, "/panel/dashboard", { viewport });
  const places = page.getByRole("navigation", { name: "Panel" });
  const bar = (await places.boundingBox())!;
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
  await refuse(page, "**/api/requests/*", "database_unavailable", "Sistem şu anda yoğun.");
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
  await page.getByText("Sonuncu").waitFor();
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
  await page.waitForEvent(
    "requestfinished",
    (request) => request.url().endsWith(scripts!.split(" ").at(-1)!),
  );
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

test("a screen whose script has not come says so in its place, and comes by a press once the server answers", async ({ server, browser }) => {
  const { token } = await openCafe(server);
  const page = await browser.newPage({ fresh: true, ...holding(server, token) });
  let isCut = true;
  await page.route(/\/assets\/panel\.share-/, (route) => isCut ? route.abort() : route.continue());
  await page.route("**/healthz", (route) => isCut ? route.abort() : route.continue());
  await page.goto(`${server.origin}/panel/profile`);
  await heading(page, "Profil");
  await page.getByRole("link", { name: "Paylaş" }).click();
  const said = page.getByRole("alert");
  await said.getByText("Bu ekran yüklenemedi.").waitFor();
  await said.getByRole("button", { name: "Tekrar dene" }).click();
  await said.getByText("Bağlantı yok. Bağlantı gelince tekrar deneyin.").waitFor();
  isCut = false;
  await said.getByRole("button", { name: "Tekrar dene" }).click();
  await heading(page, "Paylaş");
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
