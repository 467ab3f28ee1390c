import { strict as assert } from "node:assert";
import { guideHtml } from "../../deploy/package/guide.ts";
import { assertAccessible } from "../support/browser/accessibility.ts";
import { browserTests } from "../support/browser/browser_tests.ts";
import { assertFits } from "../support/browser/layout.ts";

const test = browserTests();

test("the guide's page is accessible, and fits a phone", async ({ browser }) => {
  const page = await browser.newPage();
  await page.setContent(guideHtml());
  await assertAccessible(page, "guide");
  await assertFits(page, 360);
  await assertFits(page, 320);
});

/** The sheet and its margins are those of deploy/package/guide.css. */
test("the page for an evening on which the music stops fits on one sheet of A4", async ({ browser }) => {
  const page = await browser.newPage({ viewport: { width: mm(210 - 2 * 14), height: 1000 } });
  await page.setContent(guideHtml());
  await page.emulateMedia({ media: "print" });
  const top = async (id: string) => (await page.locator(id).boundingBox())!.y;
  const height = await top("#windows-ve-mac") - await top("#müzik-durunca");
  assert.ok(height > 500 && height <= mm(297 - 2 * 11), `it is ${height} px high`);
});

/** Millimetres in CSS pixels. */
function mm(length: number): number {
  return Math.floor(length / 25.4 * 96);
}
