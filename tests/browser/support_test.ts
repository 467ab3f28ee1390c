// Guests support each other's songs and take requests back, each on a page of their own.
import { strict as assert } from "node:assert";
import type { Page } from "playwright-core";
import { assertAccessible } from "./chromium/accessibility.ts";
import { browserTests } from "./chromium/browser_tests.ts";
import { openSheet, queueRow, search, send, typeTip } from "./chromium/cafe_page.ts";
import { answerSearch, type Evening, openCafe } from "./chromium/evening.ts";
import { assertUsable } from "./chromium/layout.ts";

const test = browserTests();

test("a guest supports a song of the queue by keyboard, and another guest's page shows the new order; a request is taken back by keyboard, and the owner's list is without it", async ({ server, browser }) => {
  const cafe = await openCafe(server);
  const [friend, other] = [
    await guestAt(browser.newPage, cafe),
    await guestAt(browser.newPage, cafe),
  ];
  await fillQueue(cafe);
  for (const page of [friend, other]) await waitForOrder(page, ["Dönence", "Islak Islak"]);
  const offer = queueRow(friend, "Islak Islak").getByRole("button", { name: "Destek ver" });
  await offer.focus();
  await friend.keyboard.press("Enter");
  const sheet = friend.getByRole("dialog", { name: "Islak Islak" });
  await sheet.getByText("2. sırada, bahşişi 25 TL.").waitFor();
  await friend.keyboard.press("ArrowRight");
  await sheet.getByText("Toplam 50 TL → 1. sıra").waitFor();
  await friend.keyboard.press("Enter");
  await friend.getByText("Toplam bahşiş 50 TL oldu.").waitFor();
  await sheet.waitFor({ state: "hidden" });
  for (const page of [friend, other]) await waitForOrder(page, ["Islak Islak", "Dönence"]);
  assert.equal(await offer.evaluate((button) => button === document.activeElement), true);
  const own = friend.getByRole("region", { name: "İsteklerim" });
  await own.getByText("Sizin bahşişiniz 25,00 TL, toplam 50,00 TL").waitFor();
  assert.equal(await other.getByRole("region", { name: "İsteklerim" }).count(), 0);
  await friend.reload();
  await queueRow(friend, "Islak Islak").getByText("Destek verdiniz").waitFor();
  await own.getByText("Sizin bahşişiniz 25,00 TL, toplam 50,00 TL").waitFor();

  await search(other, "barış");
  await openSheet(other, "Gülpembe");
  await send(other);
  // The list may show the request before the sheet knows that it was accepted, and could not take the focus until then.
  await other.getByRole("dialog").waitFor({ state: "hidden" });
  const takeBack = other.getByRole("button", { name: "Geri al: Gülpembe" });
  await takeBack.focus();
  await other.keyboard.press("Enter");
  const focused = () => other.evaluate(() => document.activeElement?.textContent);
  assert.equal(await focused(), "Geri alınsın mı?");
  await other.keyboard.press("Tab");
  assert.equal(await focused(), "Vazgeç");
  await other.keyboard.press("Tab");
  await other.keyboard.press("Enter");
  await other.getByText("Gülpembe: geri alındı.").waitFor();
  assert.equal(await focused(), "Şarkı sırası");
  assert.deepEqual((await cafe.pending()).filter(({ status }) => status === "pending"), []);
});

test("support whose script does not arrive says so, and opens the sheet once it does; its sheet, the results and a request that is taken back are accessible and fit, with large letters too", async ({ server, browser }) => {
  const cafe = await openCafe(server);
  await cafe.queueSong({ songTitle: "Çekoslovakyalılaştıramadıklarımızdan", tipAmount: 10_000 });
  await fillQueue(cafe);
  const page = await guestAt(browser.newPage, cafe);
  const script = "**/assets/SearchDesk-*";
  await page.route(script, (route) => route.abort());
  await queueRow(page, "Islak Islak").getByRole("button").click();
  await page.getByRole("alert").getByText("Şu anda destek verilemiyor.").waitFor();
  await page.unroute(script);
  await page.getByRole("button", { name: "Tekrar dene" }).click();
  const sheet = page.getByRole("dialog", { name: "Islak Islak" });
  await sheet.waitFor();
  await typeTip(page, "0");
  await sheet.getByText("0 TL'den büyük bir tutar yazın.").waitFor();
  await assertAccessible(page, "support, 0 TL");
  await page.keyboard.press("Escape");
  await sheet.waitFor({ state: "hidden" });

  await search(page, "barış");
  await openSheet(page, "Gülpembe");
  await send(page);
  await page.getByRole("button", { name: "Geri al: Gülpembe" }).click();
  await search(page, "barış");
  await page.locator(".results .row-action").first().waitFor();
  await assertAccessible(page, "support, results, and a question before a request is taken back");
  await assertWhole(page);
  await queueRow(page, "Islak Islak").getByRole("button").click();
  await typeTip(page, "1.250,50");
  await page.getByText("Toplam 1.275,50 TL → 2. sıra").waitFor();
  await assertWhole(page);
});

/** Fails if `page` does not fit a screen, or has a target that is too small. */
async function assertWhole(page: Page): Promise<void> {
  for (const [letters, widths] of [["", [320, 360, 820, 1280]], ["200%", [320, 360]]] as const) {
    await page.evaluate((size) => document.documentElement.style.fontSize = size, letters);
    await assertUsable(page, widths);
  }
  await page.evaluate(() => document.documentElement.style.fontSize = "");
}

async function guestAt(newPage: () => Promise<Page>, cafe: Evening): Promise<Page> {
  const page = await newPage();
  await answerSearch(page);
  await page.goto(cafe.cafeUrl);
  return page;
}

async function fillQueue(cafe: Evening): Promise<void> {
  const uri = `spotify:track:${"2".padStart(22, "0")}`;
  await cafe.queueSong({ songTitle: "Islak Islak", artist: "Cem Karaca", uri, tipAmount: 25 });
  await cafe.queueSong({ songTitle: "Dönence", tipAmount: 30 });
}

/** Waits until the queue on `page` has these songs in this order. */
async function waitForOrder(page: Page, titles: string[]): Promise<void> {
  await page.waitForFunction(
    (titles) =>
      [...document.querySelectorAll(".board li:not([inert]) .song-title")]
        .map((title) => title.textContent).join() === titles,
    titles.join(),
  );
}
