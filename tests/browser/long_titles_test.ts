// Guests may send titles of 300 letters without a blank. They must not push a button off the screen.
import { strict as assert } from "node:assert";
import type { Locator } from "playwright-core";
import { browserTests } from "../support/browser/browser_tests.ts";
import { answerSearch, openCafe } from "../support/browser/evening.ts";
import { openSheet, search } from "../support/browser/cafe_page.ts";
import { openPanel } from "../support/browser/panel.ts";
import { searchResult } from "../support/people/songs.ts";

const test = browserTests();

const PHONE = { viewport: { width: 360, height: 740 }, reducedMotion: "reduce" } as const;
const TITLE = "Ü".repeat(300);

test("the whole sheet of a song with a long title is on a phone's screen", async ({ server, browser }) => {
  const cafe = await openCafe(server);
  const page = await browser.newPage(PHONE);
  await answerSearch(page, [searchResult({ title: TITLE, artist: TITLE })]);
  await page.goto(cafe.cafeUrl);
  await search(page, "uzun");
  const sheet = await openSheet(page, TITLE);
  for (const name of ["Vazgeç ve kapat", "İstek gönder"]) {
    await assertOnScreen(sheet.getByRole("button", { name }));
  }
  await assertOnScreen(sheet.getByRole("group", { name: /^Bahşiş/ }));
});

test("a long title leaves 'Geri al' on a phone's screen, and most of the list free", async ({ server, browser }) => {
  const cafe = await openCafe(server);
  await cafe.submit({ songTitle: TITLE });
  const page = await openPanel(server, browser, cafe.token, "/panel/dashboard", PHONE);
  await page.getByRole("button", { name: /^Reddet/ }).click();
  await assertOnScreen(page.getByRole("button", { name: "Geri al" }));
  await assertOnScreen(page.getByRole("button", { name: "Bildirimi kapat" }));
  const notice = page.locator(".notices > .notice");
  const { height } = (await notice.boundingBox())!;
  assert.ok(height <= 200, `the notice is ${height} px high`);
});

async function assertOnScreen(element: Locator): Promise<void> {
  await element.waitFor();
  const { x, y, width, height } = (await element.boundingBox())!;
  const isInside = x >= 0 && y >= 0 && x + width <= 360 && y + height <= 740;
  assert.ok(isInside, `${element} is at ${x}, ${y}, ${width} by ${height}`);
}
