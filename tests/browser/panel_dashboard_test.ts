import { strict as assert } from "node:assert";
import type { Page, Route } from "playwright-core";
import { announcements } from "../support/browser/announcements.ts";
import { browserTests } from "../support/browser/browser_tests.ts";
import { assertFits } from "../support/browser/layout.ts";
import { openCafe } from "../support/browser/evening.ts";
import { focused, focusOn, openDashboard } from "../support/browser/panel.ts";

const test = browserTests();

test("requests arrive by themselves and are announced; approved ones stand in order of their tips", async ({ server, browser }) => {
  const cafe = await openCafe(server);
  const page = await openDashboard(server, browser, cafe.token);
  await page.getByText("Onay bekleyen yeni istek yok.").waitFor();
  await assertFits(page, 320);

  const said = await announcements(page);
  await cafe.submit({ songTitle: "Islak Islak", artist: "Cem Karaca", tipAmount: 25 });
  await pending(page, "Islak Islak").waitFor();
  assert.match(await pending(page, "Islak Islak").innerText(), /Cem Karaca[^]*25,00 TL/);
  await said("Yeni istek: Islak Islak.");
  await cafe.submit({ songTitle: "Gülpembe", tipAmount: 50 });
  await cafe.submit({ songTitle: "Sarı Çizmeli", tipAmount: 50 });
  await pending(page, "Sarı Çizmeli").waitFor();
  await assertFits(page, 320);

  // By keyboard: the list ignores a click for a moment after its rows have moved.
  await page.getByRole("button", { name: "Onayla: Islak Islak" }).press("Enter");
  await queued(page, "Islak Islak").waitFor();
  await page.getByRole("button", { name: "Onayla: Sarı Çizmeli" }).press("Enter");
  await queued(page, "Sarı Çizmeli").waitFor();
  await page.getByRole("button", { name: "Onayla: Gülpembe" }).press("Enter");
  await queued(page, "Gülpembe").waitFor();
  // docs/requests.md#order: of equal tips the earliest request is first, not the earliest decision.
  const titles = await board(page).locator(".song-title").allInnerTexts();
  assert.deepEqual(titles, ["Gülpembe", "Sarı Çizmeli", "Islak Islak"]);
  await said("Sıradaki: Gülpembe.");
  await page.getByText("Onay bekleyen yeni istek yok.").waitFor();
  await assertFits(page, 320);
});

test("by keyboard the focus goes on to the next row, at the end to the list's heading, and back from a question", async ({ server, browser }) => {
  const cafe = await openCafe(server);
  for (const songTitle of ["Bir", "İki"]) await cafe.submit({ songTitle });
  const page = await openDashboard(server, browser, cafe.token);

  await page.getByRole("button", { name: "Reddet: Bir" }).press("Enter");
  await pending(page, "Bir").waitFor({ state: "detached" });
  await focusOn(page, "Reddet: İki");
  await page.keyboard.press("Tab");
  assert.equal(await focused(page), "Onayla: İki");
  await page.keyboard.press("Space");
  await queued(page, "İki").waitFor();
  await focusOn(page, "Onay bekleyenler");
  assert.equal(await queued(page, "Bir").count(), 0);

  const dialog = page.getByRole("dialog");
  const remove = "Sıradan çıkar: İki";
  await page.getByRole("button", { name: remove }).press("Enter");
  await dialog.getByText(/'İki' sıradan çıkarılacak/).waitFor();
  await dialog.getByRole("button", { name: "Vazgeç" }).click();
  await focusOn(page, remove);
  await page.keyboard.press("Enter");
  await dialog.getByText(/'İki' sıradan çıkarılacak/).waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  await focusOn(page, remove);
  await queued(page, "İki").waitFor();

  await page.keyboard.press("Enter");
  await dialog.getByRole("button", { name: "Sıradan çıkar" }).click();
  await page.getByText("Henüz sırada şarkı yok.").waitFor();
  await focusOn(page, "Şarkı sırası");
});

test("who scrolls while a refresh is on its way stays where they have scrolled to", async ({ server, browser }) => {
  const cafe = await openCafe(server);
  for (let i = 0; i < 15; i++) await cafe.submit({ songTitle: `Şarkı ${i}` });
  const page = await openDashboard(server, browser, cafe.token);
  const held = await holdLists(page);
  await cafe.submit({ songTitle: "Sonuncu" });
  await held.next();
  await page.evaluate(() => scrollTo(0, 500));
  await held.letGo();
  await pending(page, "Sonuncu").waitFor();
  assert.equal(await page.evaluate(() => scrollY), 500);

  await page.getByRole("link", { name: "Profil" }).evaluate((link: HTMLElement) => link.click());
  await page.getByRole("heading", { level: 1, name: "Profil" }).waitFor();
  await page.goBack();
  await page.waitForFunction(() => scrollY === 500);
});

test("an answer that arrives while a finger is down is shown once it is lifted", async ({ server, browser }) => {
  const cafe = await openCafe(server);
  await cafe.queueSong({ songTitle: "Islak Islak", tipAmount: 5 });
  const page = await openDashboard(server, browser, cafe.token);
  const { _id } = await cafe.submit({ songTitle: "Gülpembe", tipAmount: 50 });
  await pending(page, "Gülpembe").waitFor();
  const held = await holdLists(page);
  await cafe.decide(_id, "approved");
  await held.next();

  const heading = (await page.getByRole("heading", { level: 1 }).boundingBox())!;
  await page.mouse.move(heading.x + 5, heading.y + 5);
  await page.mouse.down();
  await held.letGo();
  // Enough frames for any pending update to be shown.
  await page.evaluate(async () => {
    for (let i = 0; i < 20; i++) await new Promise((shown) => requestAnimationFrame(shown));
  });
  assert.equal(await queued(page, "Gülpembe").count(), 0);
  await page.mouse.up();
  await queued(page, "Gülpembe").waitFor({ timeout: 1000 });
});

test("the dashboard's rows glide, and jump where less motion is asked for", async ({ server, browser }) => {
  const cafe = await openCafe(server);
  await cafe.queueSong({ songTitle: "Islak Islak", tipAmount: 5 });
  const page = await openDashboard(server, browser, cafe.token, { reducedMotion: "reduce" });
  await page.evaluate(() => {
    const animate = Element.prototype.animate;
    const glided: (string | null)[] = [];
    Object.assign(globalThis, { glided });
    Element.prototype.animate = function (...args) {
      glided.push(this.getAttribute("data-glide"));
      return animate.apply(this, args);
    };
  });
  const glided = () => page.evaluate(() => (globalThis as unknown as { glided: [] }).glided.length);
  await cafe.queueSong({ songTitle: "Gülpembe", tipAmount: 50 });
  await queued(page, "Gülpembe").waitFor();
  assert.equal(await glided(), 0);
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await cafe.queueSong({ songTitle: "Sarı Çizmeli", tipAmount: 70 });
  await queued(page, "Sarı Çizmeli").waitFor();
  assert.ok(await glided() > 0);
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

function pending(page: Page, title: string) {
  return page.getByRole("region", { name: "Onay bekleyenler" }).getByRole("listitem")
    .filter({ hasText: title });
}

function board(page: Page) {
  return page.getByRole("region", { name: "Şarkı sırası" });
}

function queued(page: Page, title: string) {
  return board(page).getByRole("listitem").filter({ hasText: title });
}
