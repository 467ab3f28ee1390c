// A guest of a cafe with another system asks for a song that its list does not have.
import { strict as assert } from "node:assert";
import { assertAccessible } from "./chromium/accessibility.ts";
import { browserTests } from "./chromium/browser_tests.ts";
import { search } from "./chromium/cafe_page.ts";
import { answerSearch, openCafe, SONGS } from "./chromium/evening.ts";
import { assertFits, assertUsable } from "./chromium/layout.ts";
import { focusOn } from "./chromium/panel.ts";

const test = browserTests();
const ROW = "Listede yok mu? Adını yazın";
/** 400 % zoom of a screen of 1280 px. */
const ZOOMED_WIDTH = 320;

test("a song in a guest's own words is named by keyboard, on a page that is accessible and fits; its row comes with the next answer if its script did not arrive", async ({ server, browser }) => {
  const cafe = await openCafe(server);
  const manual = server.deps.music.all.find(({ id }) => id === "manual")!;
  await server.deps.music.choose(cafe.ownerId, manual, { canPlayBySelf: false });
  const page = await browser.newPage();
  const long = {
    id: "3",
    artist: "Uzun Adlı Bir Sanatçı ile Kalabalık Orkestrası",
    explicit: true,
  };
  await answerSearch(page, [...SONGS, { ...SONGS[0]!, ...long }]);
  await page.goto(cafe.cafeUrl);
  const script = "**/assets/FreeWords-*";
  const failed = page.waitForEvent("requestfailed", (request) => /FreeWords/.test(request.url()));
  await page.route(script, (route) => route.abort());
  const row = page.getByRole("button", { name: ROW });
  await search(page, "barış");
  await page.getByText("3 şarkı bulundu.").waitFor();
  await failed;
  assert.equal(await row.count(), 0);
  await page.unroute(script);
  await search(page, "manço");
  await row.waitFor();
  await assertFits(page, ZOOMED_WIDTH);

  await answerSearch(page, []);
  await search(page, "sarı gelin");
  await page.getByText("Aramanıza uygun şarkı bulunamadı.").waitFor();
  await row.press("Enter");
  await focusOn(page, "Şarkının adı");
  await page.keyboard.press("Enter");
  await page.getByText("Sanatçının adını yazın.").waitFor();
  await focusOn(page, "Sanatçı");
  await assertAccessible(page, "cafe, nothing found, own words without an artist");
  await assertUsable(page, [ZOOMED_WIDTH]);
  await page.keyboard.type("Anonim");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").getByRole("heading", { name: "sarı gelin" }).waitFor();
});
