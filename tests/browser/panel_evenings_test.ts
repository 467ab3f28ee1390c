// 'Akşamlar' and 'Ne çaldı?' in a browser: accessible, on every screen and on one sheet of paper, and each row leads somewhere.
import { strict as assert } from "node:assert";
import type { Page } from "playwright-core";
import { cafeDay, dateOfCafeDay } from "../../db/evenings/cafe_day.ts";
import { seedDemoCafe } from "../../server/commands/seed.ts";
import { assertAccessible } from "./chromium/accessibility.ts";
import { browserTests } from "./chromium/browser_tests.ts";
import { assertFits, assertUsable, brokenWords, setTextSize } from "./chromium/layout.ts";
import { openPanel } from "./chromium/panel.ts";
import { createOwner } from "../support/people/factories.ts";
import { playedSong } from "../support/people/plays.ts";
import { ownerOf } from "../support/people/seed_logins.ts";
import { until } from "../support/time/until.ts";

const test = browserTests();
const QUESTIONS = [
  ...["Para tamam mı?", "Ne zaman doluydu?", "Ne istediler?", "Neyi isteyip alamadılar?"],
  ...["Zamanında yanıtladık mı?", "Çok beklediler mi?", "Hangi masalardan?", "Kim çalıştı?"],
  ...["Müzik durdu mu?", "Büyüyor mu?"],
];

test("an evening answers ten questions, is accessible, fits every screen and one sheet, and its rows lead to the thing", async ({ server, browser }) => {
  const { token } = await ownerOf(server, await seedDemoCafe(server.deps));
  const yesterday = dateOfCafeDay(cafeDay(server.deps.now()) - 1);
  const page = await openPanel(server, browser, token, `/panel/evenings?date=${yesterday}`);
  const questions = page.locator(".evening-questions");
  assert.deepEqual(await questions.getByRole("heading", { level: 2 }).allInnerTexts(), QUESTIONS);
  await page.getByText(/akşamı \d+ istek geldi, \d+'\S+ çaldı: .+ TL bahşiş\./).waitFor();
  const figures = page.getByText("Rakamları tablo olarak göster");
  for (const table of await figures.all()) await table.click();
  await page.getByRole("table", { name: "Yarım saatler" }).getByRole("row", { name: /^20:00/ })
    .waitFor();
  await assertAccessible(page, "evening");
  for (const table of await figures.all()) await table.click();
  for (const width of [320, 390, 820, 1366]) await assertFits(page, width);
  assert.equal(await columnsOf(page), 2, "on a laptop");
  await assertUsable(page, [360], "input[type=checkbox], .skip-link");
  assert.equal(await columnsOf(page), 1, "on a phone");
  await setTextSize(page, 200);
  await assertFits(page, 390);
  assert.deepEqual(await brokenWords(page), []);
  await setTextSize(page, 100);
  await page.setViewportSize({ width: 1366, height: 900 });
  const sheet = new TextDecoder("latin1").decode(
    await page.pdf({ preferCSSPageSize: true, printBackground: true }),
  );
  assert.equal(sheet.match(/\/Type\s*\/Page\b(?!s)/g)?.length, 1, "sheets of paper");

  const leads = async (question: string) =>
    await page.getByRole("region", { name: question }).getByRole("link").evaluateAll((
      links,
    ) => [...new Set(links.map((link) => new URL((link as HTMLAnchorElement).href).pathname))]);
  assert.deepEqual(await leads("Para tamam mı?"), ["/panel/payouts"]);
  assert.match((await leads("Ne istediler?")).join(), /^\/cafe\/\w+$/);
  assert.deepEqual(await leads("Neyi isteyip alamadılar?"), ["/panel/rules", "/panel/music"]);
  assert.deepEqual(await leads("Kim çalıştı?"), ["/panel/team"]);
});

test("older evenings are found by their dates, empty days say so, the letter is one tick, and the list of works is saved", async ({ server, browser }) => {
  const { ownerId, token } = await createOwner(server.deps);
  const another = await createOwner(server.deps);
  const now = server.deps.now();
  const DAY_MS = 24 * 60 * 60_000;
  const date = (daysAgo: number) => dateOfCafeDay(cafeDay(now) - daysAgo);
  for (const daysAgo of [3, 1]) {
    await playedSong(server.deps, ownerId, 500 * daysAgo, now - daysAgo * DAY_MS);
  }
  const empty = await openPanel(server, browser, another.token, "/panel/evenings");
  await empty.getByText("Henüz bir akşamınız yok.").waitFor();
  await assertAccessible(empty, "evenings, none");
  const page = await openPanel(server, browser, token, "/panel/evenings");
  await page.getByText(/1 istek geldi ve çaldı: 5,00 TL bahşiş\./).waitFor();
  await page.getByRole("link", { name: "Önceki" }).click();
  await page.getByText(/1 istek geldi ve çaldı: 15,00 TL bahşiş\./).waitFor();
  await page.getByLabel("Tarih").fill(date(2));
  await page.getByText("Bu gün istek gelmedi, müzik çalmadı, kasaya para girmedi.").waitFor();
  await page.getByRole("link", { name: "Sonraki" }).click();
  await page.getByText(/5,00 TL bahşiş\./).waitFor();
  const letter = page.getByRole("checkbox", { name: /Her sabah 10.00/ });
  await letter.click();
  await until(async () => await letter.isEnabled() && await letter.isChecked());
  await page.reload();
  await page.getByRole("checkbox", { name: /Her sabah 10.00/, checked: true }).waitFor();
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Çalan eserler (CSV)" }).click();
  assert.equal((await saved).suggestedFilename(), "siradaki-calanlar.csv");
  await page.getByRole("link", { name: "Kazançlarım" }).click();
  await page.getByRole("img", { name: /^Son 30 günün kazancı/ }).waitFor();
});

test("'Ne çaldı?' is accessible, and leads back to the cafe", async ({ server, browser }) => {
  const owner = await createOwner(server.deps, "Kahve Durağı");
  await playedSong(server.deps, owner.ownerId, 0, server.deps.now());
  const page = await browser.newPage();
  await page.goto(`${server.origin}/cafe/${owner.cafeId}`);
  await page.getByRole("link", { name: "Ne çaldı?" }).click();
  await page.getByRole("heading", { level: 1, name: "Ne çaldı?" }).waitFor();
  await page.getByText("müşteri isteği").waitFor();
  await assertAccessible(page, "played songs");
  await assertUsable(page, [320, 1366]);
  await page.getByRole("link", { name: "Şarkı isteyin" }).click();
  await page.getByRole("heading", { level: 1, name: "Kahve Durağı" }).waitFor();
});

/** How many questions are beside each other. */
async function columnsOf(page: Page): Promise<number> {
  return await page.locator(".evening-questions").evaluate((questions) =>
    getComputedStyle(questions).gridTemplateColumns.split(" ").length
  );
}
