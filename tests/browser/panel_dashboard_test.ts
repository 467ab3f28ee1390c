import { strict as assert } from "node:assert";
import type { Page } from "playwright-core";
import { announcements } from "../support/browser/announcements.ts";
import { browserTests } from "../support/browser/browser_tests.ts";
import { assertFits } from "../support/browser/layout.ts";
import { openCafe, refuse } from "../support/browser/evening.ts";
import { focused, focusOn, openDashboard } from "../support/browser/panel.ts";

const test = browserTests();

/** The bound on how long a change may take to be seen. */
const LIVE = { timeout: 1000 };

test("an empty dashboard says so, and play next is off without a music account", async ({ server, browser }) => {
  const cafe = await openCafe(server, "Işıl'ın Kahvesi");
  const page = await openDashboard(server, browser, cafe.token);

  assert.equal(await page.title(), "İstekler · Sıradaki");
  await page.getByText("Işıl'ın Kahvesi").waitFor();
  await page.getByText("Onay bekleyen yeni istek yok.").waitFor();
  await page.getByText("Henüz sırada şarkı yok.").waitFor();
  await page.getByText("Spotify bağlı değil").waitFor();
  assert.ok(await page.getByRole("button", { name: "Sıradaki Şarkıyı Çal" }).isDisabled());
  await page.getByText("Çalmak için önce Spotify hesabınızı bağlayın.").waitFor();
  await assertFits(page, 320);
});

test("requests arrive by themselves and are announced; approved ones stand in order of their tips", async ({ server, browser }) => {
  const cafe = await openCafe(server);
  const page = await openDashboard(server, browser, cafe.token);
  await page.getByText("Onay bekleyen yeni istek yok.").waitFor();

  const said = await announcements(page);
  await cafe.submit({ songTitle: "Islak Islak", artist: "Cem Karaca", tipAmount: 25 });
  await pending(page, "Islak Islak").waitFor(LIVE);
  assert.match(await pending(page, "Islak Islak").innerText(), /Cem Karaca[^]*25,00 TL/);
  await said("Yeni istek: Islak Islak.");
  await cafe.submit({ songTitle: "Gülpembe", tipAmount: 50 });
  await cafe.submit({ songTitle: "Sarı Çizmeli", tipAmount: 50 });
  await pending(page, "Sarı Çizmeli").waitFor(LIVE);
  await assertFits(page, 320);

  await page.getByRole("button", { name: "Onayla: Islak Islak" }).click();
  await queued(page, "Islak Islak").waitFor(LIVE);
  await page.getByRole("button", { name: "Onayla: Sarı Çizmeli" }).click();
  await queued(page, "Sarı Çizmeli").waitFor(LIVE);
  await page.getByRole("button", { name: "Onayla: Gülpembe" }).click();
  await queued(page, "Gülpembe").waitFor(LIVE);
  // docs/requests.md#order: of equal tips the earliest request is first, not the earliest decision.
  const titles = await board(page).locator(".song-title").allInnerTexts();
  assert.deepEqual(titles, ["Gülpembe", "Sarı Çizmeli", "Islak Islak"]);
  await said("Sıradaki: Gülpembe.");
  await page.getByText("Onay bekleyen yeni istek yok.").waitFor();
  await assertFits(page, 320);
});

test("by keyboard the focus goes on to the next row, and at the end to the list's heading", async ({ server, browser }) => {
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
});

test("a song leaves the queue only after a confirmation", async ({ server, browser }) => {
  const cafe = await openCafe(server);
  await cafe.queueSong({ songTitle: "Gülpembe" });
  const page = await openDashboard(server, browser, cafe.token);
  const dialog = page.getByRole("dialog");

  await page.getByRole("button", { name: "Sıradan çıkar: Gülpembe" }).click();
  await dialog.getByText(/'Gülpembe' sıradan çıkarılacak/).waitFor();
  await dialog.getByRole("button", { name: "Vazgeç" }).click();
  await focusOn(page, "Sıradan çıkar: Gülpembe");
  await queued(page, "Gülpembe").waitFor();

  await page.keyboard.press("Enter");
  await dialog.getByRole("button", { name: "Sıradan çıkar" }).click();
  await page.getByText("Henüz sırada şarkı yok.").waitFor();
  await focusOn(page, "Şarkı sırası");
});

test("a decision that fails says so with the server's sentence, and the request stays", async ({ server, browser }) => {
  const cafe = await openCafe(server);
  await cafe.submit({ songTitle: "Gülpembe" });
  const page = await openDashboard(server, browser, cafe.token);
  await refuse(page, "**/api/requests/*", 503, "Sistem şu anda yoğun.");
  await page.getByRole("button", { name: "Onayla: Gülpembe" }).click();
  const notice = page.locator("[role=status] > .notice", { hasText: "İstek güncellenirken" });
  await notice.waitFor();
  assert.match(
    await notice.innerText(),
    /İstek güncellenirken bir hata oluştu\.\s+Sistem şu anda yoğun\./,
  );
  await pending(page, "Gülpembe").waitFor();
});

test("nothing moves under a finger: what arrives while a pointer is down is shown after", async ({ server, browser }) => {
  const cafe = await openCafe(server);
  await cafe.queueSong({ songTitle: "Islak Islak", tipAmount: 5 });
  const page = await openDashboard(server, browser, cafe.token);
  await queued(page, "Islak Islak").waitFor();

  const heading = (await page.getByRole("heading", { level: 1 }).boundingBox())!;
  await page.mouse.move(heading.x + 5, heading.y + 5);
  await page.mouse.down();
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  // The other page of the same owner tells when the news has been heard.
  const other = await openDashboard(server, browser, cafe.token);
  await cafe.queueSong({ songTitle: "Gülpembe", tipAmount: 50 });
  await queued(other, "Gülpembe").waitFor();
  assert.equal(await queued(page, "Gülpembe").count(), 0);
  assert.ok(!asked.includes("/api/requests"), "nothing is fetched to be shown yet");

  await page.mouse.up();
  await queued(page, "Gülpembe").waitFor();
});

test("a dashboard that loses the server says so, and shows the true queue when it is back", async ({ server, browser }) => {
  const cafe = await openCafe(server);
  const page = await openDashboard(server, browser, cafe.token);
  await page.context().setOffline(true);
  await page.getByText("Bağlantı yok").waitFor();
  await cafe.submit({ songTitle: "Gülpembe" });
  await page.context().setOffline(false);
  await pending(page, "Gülpembe").waitFor({ timeout: 6000 });
  await page.getByText("Bağlantı yok").waitFor({ state: "detached" });
});

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
