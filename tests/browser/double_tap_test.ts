// People tap twice where once is enough, and hold keys down. What appears meanwhile must not take it for an answer.
import { strict as assert } from "node:assert";
import type { Locator, Page } from "playwright-core";
import { browserTests } from "./chromium/browser_tests.ts";
import { answerSearch, openCafe } from "./chromium/evening.ts";
import { closeSheet, search, typeTip } from "./chromium/cafe_page.ts";
import { focusOn, openPanel } from "./chromium/panel.ts";
import { searchResult } from "../support/people/songs.ts";

const test = browserTests();

/** With less motion everything is in its place at once. */
const PHONE = { viewport: { width: 360, height: 740 }, reducedMotion: "reduce" } as const;
const SONGS = Array.from({ length: 8 }, (_, i) => {
  const uri = `spotify:track:${String(i).padStart(22, "0")}`;
  return searchResult({ id: `${i}`, title: `Şarkı ${i}`, uri });
});

test("a second tap and a key that is held down neither send a request nor answer a question", async ({ server, browser }) => {
  const cafe = await openCafe(server);
  const page = await browser.newPage(PHONE);
  const sent = commandsOf(page);
  const sheet = page.getByRole("dialog");
  await answerSearch(page, SONGS);
  await page.goto(cafe.cafeUrl);
  await search(page, "şarkı");
  // The first one is beside the sheet, the last one is where the sheet's button will be.
  for (const row of [page.locator(".result").first(), page.locator(".result").last()]) {
    await tapTwice(page, row, sheet);
    assert.ok(await sheet.isVisible());
    await closeSheet(page);
  }

  await page.locator(".result").first().focus();
  await holdEnter(page);
  await focusOn(page, "10 TL");
  assert.ok(await sheet.isVisible());
  await page.keyboard.up("Enter");
  await typeTip(page, "500");
  const question = sheet.getByText("500,00 TL bahşiş yazılacak.");
  await tapTwice(page, sheet.getByRole("button", { name: "İstek gönder" }), question);
  assert.ok(await question.isVisible());
  assert.deepEqual(sent, []);
  await sheet.getByRole("button", { name: "Gönder", exact: true }).click();
  await page.getByText("Şarkı isteğiniz gönderildi!").waitFor();
  assert.equal(sent.length, 1);
});

test("a second tap answers no question of the panel, and a key that is held down decides one request", async ({ server, browser }) => {
  const cafe = await openCafe(server);
  await cafe.queueSong();
  for (let i = 0; i < 3; i++) await cafe.submit({ songTitle: `Şarkı ${i}` });
  const page = await openPanel(server, browser, cafe.token, "/panel/dashboard", PHONE);
  const sent = commandsOf(page);
  const remove = page.getByRole("button", { name: /^Sıradan çıkar:/ });
  const question = page.getByRole("dialog");
  await remove.click();
  const yes = await centreOf(question.getByRole("button", { name: "Sıradan çıkar" }));
  await question.getByRole("button", { name: "Vazgeç" }).click();
  await question.waitFor({ state: "hidden" });
  await remove.scrollIntoViewIfNeeded();
  const place = await centreOf(remove);
  await inFirstMoment(page, async () => {
    await page.mouse.click(...place);
    await question.waitFor();
    await page.mouse.click(...yes);
  });
  assert.ok(await question.isVisible());
  await question.getByRole("button", { name: "Vazgeç" }).click();
  await question.waitFor({ state: "hidden" });
  assert.deepEqual(sent, []);

  await page.getByRole("button", { name: "Onayla: Şarkı 0" }).focus();
  await holdEnter(page);
  await focusOn(page, "Onayla: Şarkı 1");
  await holdEnter(page);
  await page.keyboard.up("Enter");
  assert.equal(sent.length, 1);
});

/** The calls by which `page` changes something, from now on. */
function commandsOf(page: Page): string[] {
  const commands: string[] = [];
  page.on("request", (request) => {
    if (/POST|PUT/.test(request.method())) commands.push(`${request.method()} ${request.url()}`);
  });
  return commands;
}

/** Two clicks at the same place. The first makes `appearing` appear, and the second looks at nothing. */
async function tapTwice(page: Page, element: Locator, appearing: Locator): Promise<void> {
  // Past the middle, where the larger one of two buttons is.
  const { x, y, width, height } = (await element.boundingBox())!;
  await inFirstMoment(page, async () => {
    await page.mouse.click(x + width * 0.7, y + height / 2);
    await appearing.waitFor();
    await page.mouse.click(x + width * 0.7, y + height / 2);
  });
}

/**
 * Lets what `act` makes appear be as it is in its first moment until `act` is over: on a slow machine a second tap could
 * come later than a person's, when it is meant for what is there.
 */
async function inFirstMoment(page: Page, act: () => Promise<void>): Promise<void> {
  const developer = await page.context().newCDPSession(page);
  await developer.send("Animation.enable");
  await developer.send("Animation.setPlaybackRate", { playbackRate: 0 });
  await act();
  await developer.send("Animation.setPlaybackRate", { playbackRate: 1 });
  await developer.detach();
}

/** Presses Enter until the keyboard has repeated it some times. It stays down. */
async function holdEnter(page: Page): Promise<void> {
  for (let strokes = 0; strokes < 5; strokes++) await page.keyboard.down("Enter");
}

async function centreOf(element: Locator): Promise<[x: number, y: number]> {
  const { x, y, width, height } = (await element.boundingBox())!;
  return [x + width / 2, y + height / 2];
}
