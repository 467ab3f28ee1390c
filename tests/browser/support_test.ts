// Guests support each other's songs and take requests back, each on a page of their own.
import { strict as assert } from "node:assert";
import type { Page } from "playwright-core";
import { browserTests } from "../support/browser/browser_tests.ts";
import { openSheet, queueRow, search, send, typeTip } from "../support/browser/cafe_page.ts";
import { answerSearch, type Evening, openCafe } from "../support/browser/evening.ts";
import { assertFits, assertTouchable } from "../support/browser/layout.ts";

const test = browserTests();

test("a guest supports a song of the queue by keyboard, and another guest's page shows the new order", async ({ server, browser }) => {
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
});

test("a guest takes a request back by keyboard, and the owner's list is without it", async ({ server, browser }) => {
  const cafe = await openCafe(server);
  const page = await guestAt(browser.newPage, cafe);
  await search(page, "barış");
  await openSheet(page, "Gülpembe");
  await send(page);
  // The list may show the request before the sheet knows that it was accepted, and could not take the focus until then.
  await page.getByRole("dialog").waitFor({ state: "hidden" });
  const offer = page.getByRole("button", { name: "Geri al: Gülpembe" });
  await offer.focus();
  await page.keyboard.press("Enter");
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  assert.equal(await focused(), "Geri alınsın mı?");
  await page.keyboard.press("Escape");
  assert.equal(await offer.evaluate((button) => button === document.activeElement), true);
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  assert.equal(await focused(), "Vazgeç");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.getByText("Gülpembe: geri alındı.").waitFor();
  assert.equal(await focused(), "Şarkı sırası");
  assert.deepEqual(await cafe.pending(), []);
});

test("support whose script does not arrive says so, and opens the sheet once it does", async ({ server, browser }) => {
  const cafe = await openCafe(server);
  await fillQueue(cafe);
  const page = await guestAt(browser.newPage, cafe);
  const script = "**/assets/SearchDesk-*";
  await page.route(script, (route) => route.abort());
  await queueRow(page, "Islak Islak").getByRole("button").click();
  await page.getByRole("alert").getByText("Şu anda destek verilemiyor.").waitFor();
  await page.unroute(script);
  await page.getByRole("button", { name: "Tekrar dene" }).click();
  await page.getByRole("dialog", { name: "Islak Islak" }).waitFor();
});

for (
  const [letters, widths] of [["usual", [320, 360, 820, 1280]], ["twice their size", [
    320,
    360,
  ]]] as const
) {
  test(`support and taking back fit and can be touched with letters ${letters === "usual" ? "as usual" : letters}`, async ({ server, browser }) => {
    const cafe = await openCafe(server);
    await cafe.queueSong({ songTitle: "Çekoslovakyalılaştıramadıklarımızdan", tipAmount: 10_000 });
    await fillQueue(cafe);
    const page = await guestAt(browser.newPage, cafe);
    if (letters !== "usual") {
      await page.evaluate(() => document.documentElement.style.fontSize = "200%");
    }
    await search(page, "barış");
    await openSheet(page, "Gülpembe");
    await send(page);
    await page.getByRole("button", { name: "Geri al: Gülpembe" }).click();
    await search(page, "barış");
    await page.locator(".results .row-action").first().waitFor();
    const assertWhole = async () => {
      for (const width of widths) {
        await assertFits(page, width);
        await assertTouchable(page);
      }
    };
    await assertWhole();
    await queueRow(page, "Islak Islak").getByRole("button").click();
    await typeTip(page, "1.250,50");
    await page.getByText("Toplam 1.275,50 TL → 2. sıra").waitFor();
    await assertWhole();
  });
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
