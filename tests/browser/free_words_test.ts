// A guest of a cafe with another system asks for a song that its list does not have.
import { strict as assert } from "node:assert";
import { assertEachAccessible } from "../support/browser/accessibility.ts";
import { browserTests } from "../support/browser/browser_tests.ts";
import { answerSearch, openCafe, SONGS } from "../support/browser/evening.ts";
import { assertFits, assertTouchable } from "../support/browser/layout.ts";
import { focusOn } from "../support/browser/panel.ts";

const test = browserTests();
const ROW = "Listede yok mu? Adını yazın";
/** 400 % zoom of a screen of 1280 px. */
const ZOOMED_WIDTH = 320;

test("a song in a guest's own words is named, sent and listed, by keyboard", async ({ server, browser }) => {
  const cafe = await openCafe(server);
  const manual = server.deps.music.all.find(({ id }) => id === "manual")!;
  await server.deps.music.choose(cafe.ownerId, manual, { canPlayBySelf: false });
  const page = await browser.newPage();
  await page.goto(cafe.cafeUrl);
  const term = page.getByLabel("Hangi şarkı çalsın?");
  await assertEachAccessible(page, {
    "cafe, nothing found, own words": async () => {
      await term.fill("sarı gelin");
      await term.press("Enter");
      await page.getByRole("button", { name: ROW }).press("Enter");
      await focusOn(page, "Şarkının adı");
    },
    "cafe, own words without an artist": async () => {
      await page.keyboard.press("Enter");
      await page.getByText("Sanatçının adını yazın.").waitFor();
      await focusOn(page, "Sanatçı");
    },
  });
  await assertFits(page, ZOOMED_WIDTH);
  await assertTouchable(page);
  await page.keyboard.type("Anonim");
  await page.keyboard.press("Enter");
  const sheet = page.getByRole("dialog");
  await sheet.getByRole("heading", { name: "sarı gelin" }).waitFor();
  await sheet.getByRole("button", { name: "İstek gönder" }).click();
  await page.getByRole("heading", { name: "İsteklerim" }).waitFor();
  const [request] = await cafe.pending();
  assert.deepEqual([request!.songTitle, request!.artist, request!.uri], [
    "sarı gelin",
    "Anonim",
    "manual:",
  ]);
});

test("results with lengths, explicit words and the row for own words are accessible and fit", async ({ server, browser }) => {
  const cafe = await openCafe(server);
  const manual = server.deps.music.all.find(({ id }) => id === "manual")!;
  await server.deps.music.choose(cafe.ownerId, manual, { canPlayBySelf: false });
  const page = await browser.newPage();
  const long = {
    id: "3",
    artist: "Uzun Adlı Bir Sanatçı ile Kalabalık Orkestrası",
    explicit: true,
  };
  await answerSearch(page, [...SONGS, { ...SONGS[0]!, ...long }, {
    ...SONGS[1]!,
    id: "4",
    durationMs: null,
    explicit: true,
  }]);
  await page.goto(cafe.cafeUrl);
  await assertEachAccessible(page, {
    "cafe, lengths": async () => {
      await page.getByLabel("Hangi şarkı çalsın?").fill("barış");
      await page.getByText("Uygunsuz").first().waitFor();
      // Its script is asked for once the answer is there.
      await page.getByRole("button", { name: ROW }).waitFor();
    },
  });
  await assertFits(page, ZOOMED_WIDTH);
});

test("the row for own words whose script does not arrive comes with the next answer", async ({ server, browser }) => {
  const cafe = await openCafe(server);
  const manual = server.deps.music.all.find(({ id }) => id === "manual")!;
  await server.deps.music.choose(cafe.ownerId, manual, { canPlayBySelf: false });
  const page = await browser.newPage();
  await answerSearch(page);
  await page.goto(cafe.cafeUrl);
  const script = "**/assets/FreeWords-*";
  const failed = page.waitForEvent("requestfailed", (request) => /FreeWords/.test(request.url()));
  await page.route(script, (route) => route.abort());
  const term = page.getByLabel("Hangi şarkı çalsın?");
  await term.fill("barış");
  await term.press("Enter");
  await page.getByText("2 şarkı bulundu.").waitFor();
  await failed;
  assert.equal(await page.getByRole("button", { name: ROW }).count(), 0);
  await page.unroute(script);
  await term.fill("manço");
  await term.press("Enter");
  await page.getByRole("button", { name: ROW }).waitFor();
});
