// The cafe page as guests use it: by keyboard, on phones of every size, and by Back.
import { strict as assert } from "node:assert";
import type { Locator, Page } from "playwright-core";
import { LAN_HOST } from "./chromium/browser.ts";
import { browserTests } from "./chromium/browser_tests.ts";
import {
  closeSheet,
  openSheet,
  queueRow,
  result,
  search,
  send,
  sheetClosed,
  tipChoice,
  typeTip,
} from "./chromium/cafe_page.ts";
import { languageOf } from "../../server/contract/languages/language.ts";
import { formFor } from "../../server/contract/languages/fill.ts";
import { assertAccessible } from "./chromium/accessibility.ts";
import { assertFits, assertUsable, layoutShift } from "./chromium/layout.ts";
import { changeHouse } from "../../server/house/change_rules.ts";
import { answerSearch, type Evening, openCafe, SONGS } from "./chromium/evening.ts";
import { focusOn } from "./chromium/panel.ts";
import { settle } from "./chromium/settle.ts";
import { playOwnMusic } from "../support/people/plays.ts";
import { searchResult } from "../support/people/songs.ts";
import { connect } from "../support/people/connection.ts";
import { until } from "../support/time/until.ts";

const test = browserTests();

/** The most that is above the search on a phone. */
const MAX_HEADER_PX = 120;
const PHONE = { width: 360, height: 740 };
const LONG_WORD = "ÇekoslovakyalılaştıramadıklarımızdanmısınızŞarkısı";
/** Guests may send titles of 300 letters without a blank. */
const LONGEST_TITLE = "Ü".repeat(300);

test("at the cafe's own box a guest without a pointer asks for a song, and sees it queued and what plays", async ({ server, browser }) => {
  const cafe = await openCafe(server, "Işıl'ın Kahvesi");
  await connect(server, cafe.token);
  const page = await browser.newPage();
  await page.goto(cafe.cafeUrl.replace("127.0.0.1", LAN_HOST));
  assert.equal(await page.evaluate(() => isSecureContext), false, "it is served by plain http");
  await page.getByText("Henüz sırada şarkı yok.").waitFor();
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  const tabTo = async (label: string) => {
    for (let presses = 0; await focused() !== label; presses++) {
      assert.ok(presses < 20, `${label} cannot be reached`);
      await page.keyboard.press("Tab");
    }
  };
  // This one asks the music account itself.
  await page.getByLabel("Hangi şarkı çalsın?").focus();
  // As one input: a list that is replaced while typing would take the focus with it.
  await page.keyboard.insertText("barış manço");
  const first = page.locator(".result").first();
  await first.getByText("Barış Manço").waitFor();
  const row = await first.textContent();
  await tabTo(row!);
  await page.keyboard.press("Enter");
  await focusOn(page, "10 TL");
  await page.keyboard.press("Escape");
  await sheetClosed(page);
  await until(async () => await focused() === row);

  await page.keyboard.press("Enter");
  await focusOn(page, "10 TL");
  await page.keyboard.press("ArrowRight");
  await focusOn(page, "25 TL");
  await page.keyboard.press("ArrowRight");
  await page.getByRole("radio", { name: "50 TL", exact: true, checked: true }).waitFor();
  await tabTo("İstek gönder");
  await page.keyboard.press("Enter");
  const own = page.getByRole("region", { name: "İsteklerim" });
  await own.getByRole("listitem").filter({ hasText: "50,00 TL" }).getByText("onay bekliyor")
    .waitFor();

  await search(page, "cem karaca");
  await first.getByText("Cem Karaca").waitFor();
  await page.getByRole("button", { name: "Aramayı kapat" }).press("Enter");
  await first.waitFor({ state: "detached" });
  await focusOn(page, "Hangi şarkı çalsın?");

  await playOwnMusic(server.deps, cafe.ownerId, { durationMs: 10 * 60_000 });
  const [request] = await cafe.pending();
  await cafe.decide(request!._id, "approved");
  await queueRow(page, request!.songTitle).getByText("Sizin isteğiniz").waitFor();
  await own.getByText("yaklaşık 10 dk").waitFor();
  const bar = page.getByRole("region", { name: "Şimdi çalıyor" }).locator(".song-bar span");
  const transform = () => bar.evaluate((element) => getComputedStyle(element).transform);
  const before = await transform();
  await until(async () => await transform() !== before);
  await page.emulateMedia({ reducedMotion: "reduce" });
  const duration = await bar.evaluate((element) => getComputedStyle(element).transitionDuration);
  assert.equal(duration, "0s");
  // Chromium logs that it ignores Cross-Origin-Opener-Policy here.
  for (const fault of browser.takeFaults()) assert.match(fault, /Cross-Origin-Opener-Policy/);
});

test("the cafe page and its sheet are whole at every width, also with letters of twice their size", async ({ server, browser }) => {
  const cafe = await openCafe(server, "Uzunçarşıbaşındakikahvehanemizdenbirköşe");
  await changeHouse(server.deps, cafe.ownerId, { dedications: true });
  await cafe.queueSong({ songTitle: LONG_WORD, tipAmount: 10_000 });
  for (let place = 2; place <= 11; place++) await cafe.queueSong({ songTitle: `Şarkı ${place}` });
  await playOwnMusic(server.deps, cafe.ownerId, { title: LONG_WORD });
  // Once it has been turned down, it can be asked for again, and so is suggested.
  for (const title of ["Firuze", "Gülümse", "Vazgeçtim"]) {
    const uri = `spotify:track:${title.length.toString().repeat(22)}`;
    const { _id } = await cafe.submit({ songTitle: title, artist: "Sezen Aksu", uri });
    await cafe.decide(_id, "rejected");
  }
  const page = await browser.newPage({ viewport: PHONE });
  await answerSearch(page, [
    ...SONGS,
    searchResult({ id: "3", title: LONGEST_TITLE, artist: LONGEST_TITLE }),
  ]);
  await page.goto(cafe.cafeUrl, { waitUntil: "load" });
  await page.getByText(/^\d:\d\d \/ 3:20$/).waitFor();
  assert.ok(await layoutShift(page) <= 0.02);
  assert.equal(await page.locator("script:not([src])").count(), 0);
  const suggested = await page.locator(".suggestion .song-title").evaluateAll((titles) =>
    titles.map(({ textContent, clientWidth, scrollWidth }) => [
      textContent,
      scrollWidth <= clientWidth,
    ])
  );
  assert.deepEqual(
    new Map(suggested as [string, boolean][]),
    new Map([
      ["Firuze", true],
      ["Gülümse", true],
      ["Vazgeçtim", true],
    ]),
    "the suggestions can be read",
  );
  // Two taps and no word: the song, and the button of the sheet.
  const guest = await browser.newPage({ viewport: PHONE, fresh: true });
  await guest.goto(cafe.cafeUrl, { waitUntil: "load" });
  await guest.locator(".suggestion").first().click();
  await guest.getByRole("button", { name: "İstek gönder" }).click();
  await guest.locator(".own .state", { hasText: "onay bekliyor" }).waitFor();
  await guest.close();
  assert.deepEqual(await placeOfTheEleventh(page), { text: "Sıra 11", lines: 1, overflow: 0 });

  await search(page, "barış");
  await result(page, "Gülpembe").waitFor();
  const rows = page.locator(".result").filter({ hasNotText: LONGEST_TITLE });
  const heights = await rows.evaluateAll((all) =>
    all.map((row) => row.getBoundingClientRect().height)
  );
  assert.deepEqual(heights, [64, 64]);
  await assertUsable(page, [320]);
  const sheet = await openSheet(page, "Gülpembe");
  await typeTip(page, "1.250,50");
  await sheet.getByText("Armağan et").click();
  for (const width of [320, 360, 640, 820, 1280]) {
    await assertUsable(page, [width]);
    const sizes = await page.locator(".tip-choice").evaluateAll((choices) =>
      choices.map((choice) => choice.getBoundingClientRect())
        .map(({ width, height }) => `${Math.round(width)} by ${Math.round(height)}`)
    );
    assert.equal(new Set(sizes).size, 1, `the choices are ${sizes} at ${width} px`);
  }

  await page.evaluate(() => document.documentElement.style.fontSize = "200%");
  await assertFits(page, 360);
  const lines = await sheet.getByRole("heading").evaluate((heading) => {
    const words = document.createRange();
    words.selectNodeContents(heading);
    return words.getClientRects().length;
  });
  assert.equal(lines, 1, "a word stays whole");
  await closeSheet(page);
  await assertFits(page, 360);

  await page.evaluate(() => document.documentElement.style.fontSize = "");
  await page.setViewportSize(PHONE);
  // Its sheet would move while it is measured.
  await page.emulateMedia({ reducedMotion: "reduce" });
  const long = await openSheet(page, LONGEST_TITLE);
  await assertInOrder([
    long.getByRole("button", { name: "Vazgeç ve kapat" }),
    long.getByRole("group", { name: /^Bahşiş/ }),
    long.getByRole("button", { name: "İstek gönder" }),
  ], PHONE.height);
  await closeSheet(page);
  for (const tag of ["en", "de"] as const) await assertWholeIn(page, cafe, tag);
});

/** Chooses a language by its link, and asks for a song that a rule refuses. The page is whole and accessible meanwhile. */
async function assertWholeIn(page: Page, cafe: Evening, tag: "en" | "de"): Promise<void> {
  await page.setViewportSize(PHONE);
  const { name, texts } = languageOf(tag);
  await page.goto(cafe.cafeUrl, { waitUntil: "load" });
  const links = page.getByRole("link", { name });
  const { y, height } = (await links.first().boundingBox())!;
  assert.ok(y + height <= 2 * PHONE.height, `'${name}' ends at ${y + height} px`);
  // The table cards say that it is at the bottom.
  await page.getByRole("contentinfo").getByRole("link", { name }).click();
  await page.waitForURL(`**?dil=${tag}`);
  // A code that is scanned has no language in its address, and the cookie keeps it.
  await page.goto(cafe.cafeUrl);
  await page.waitForURL(`**?dil=${tag}`);
  assert.equal(await page.locator("html").getAttribute("lang"), tag);
  const term = page.getByLabel(texts.whichSong);
  const found = page.locator(".result").filter({ hasText: "Gülpembe" });
  await term.fill("barış");
  await found.waitFor();
  await assertAccessible(page, `cafe in ${tag}, results`);
  await assertFits(page, 320);
  await found.click();
  await tipChoice(page, texts.otherAmount).check();
  await page.getByLabel(texts.amountInTl).fill("12,50");
  await page.route("**/api/requests", (route) =>
    route.fulfill({
      status: 409,
      json: { msg: "Uzun.", code: "song_too_long", values: { minutes: 6 } },
    }));
  await page.getByRole("button", { name: texts.sendRequest }).click();
  const refused = formFor(tag, languageOf(tag).foreign!.refusals.song_too_long, 6)
    .replace("{minutes}", "6");
  await page.getByRole("alert").filter({ hasText: refused }).waitFor();
  await page.unroute("**/api/requests");
  await assertAccessible(page, `cafe in ${tag}, a refusal`);
  await assertUsable(page, [320]);
  await page.evaluate(() => document.documentElement.style.fontSize = "200%");
  await assertFits(page, 360);
  await page.keyboard.press("Escape");
  await sheetClosed(page);
  await assertFits(page, 360);
  const { origin, pathname } = new URL(cafe.cafeUrl);
  for (const path of [`${pathname}/calanlar`, "/aydinlatma-metni", "/cafe/nowhere"]) {
    await page.goto(`${origin}${path}?dil=${tag}`);
    assert.equal(await page.locator("html").getAttribute("lang"), tag);
    await assertAccessible(page, `${path} in ${tag}`);
    await assertFits(page, 320);
    await page.evaluate(() => document.documentElement.style.fontSize = "200%");
    await assertFits(page, 360);
  }
}

test("on a phone the search is near the top, the on-screen keyboard leaves the sheet in sight, and a notice covers nothing", async ({ server, browser }) => {
  const cafe = await openCafe(server, "Işıl'ın Kahve Durağı");
  for (const tip of [10, 20, 30, 40]) await cafe.queueSong({ tipAmount: tip });
  const page = await browser.newPage({ viewport: PHONE });
  await answerSearch(page);
  await page.goto(cafe.cafeUrl);
  const form = (await page.locator(".search").boundingBox())!;
  assert.ok(form.y <= MAX_HEADER_PX, `the header is ${form.y} px high`);
  await search(page, "barış");
  await openSheet(page, "Islak Islak");
  await typeTip(page, "12,50");
  // What a keyboard of 320 px leaves of the screen.
  await page.setViewportSize({ width: 360, height: 420 });
  await settle(page);
  await assertInOrder([
    page.getByLabel("Tutar (TL)"),
    page.getByText("12,50 TL → 4. sıra"),
    page.getByRole("button", { name: "İstek gönder" }),
  ], 420);

  await page.setViewportSize({ width: 360, height: 640 });
  await send(page);
  await page.getByText("Şarkı isteğiniz gönderildi!").waitFor();
  await focusOn(page, "İsteklerim");
  // The notice is larger for a moment, and so higher.
  await settle(page);
  // Closing the keyboard may have left it scrolled a little.
  await page.evaluate(() => scrollTo(0, 0));
  await assertInOrder([
    page.getByRole("heading", { level: 1 }),
    page.getByLabel("Hangi şarkı çalsın?"),
    page.getByRole("region", { name: "İsteklerim" }).getByRole("listitem"),
    page.locator(".notices .notice"),
  ], 640);
});

test("a search survives a script that does not arrive and a reload; Back leaves the sheet, the search and the page", async ({ server, browser }) => {
  const cafe = await openCafe(server);
  const page = await browser.newPage();
  await answerSearch(page);
  await page.goto(`${server.origin}/aydinlatma-metni`);
  await page.goto(cafe.cafeUrl);
  const script = "**/assets/SearchDesk-*";
  await page.route(script, (route) => route.abort());
  const term = page.getByLabel("Hangi şarkı çalsın?");
  await term.pressSequentially("barış");
  await page.getByText("Şarkı aranırken bir hata oluştu.").waitFor();
  await page.unroute(script);
  await page.getByRole("button", { name: "Tekrar dene" }).click();

  const sheet = await openSheet(page, "Gülpembe");
  await page.reload();
  await sheet.waitFor();
  // The search is put into the field after the sheet is open.
  await until(async () => await term.inputValue() === "barış");
  await page.goBack();
  await sheet.waitFor({ state: "hidden" });
  await result(page, "Gülpembe").waitFor();
  await page.goForward();
  await sheet.waitFor();
  await page.goBack();
  await page.goBack();
  await result(page, "Gülpembe").waitFor({ state: "detached" });
  assert.equal(await term.inputValue(), "");
  assert.equal(page.url(), cafe.cafeUrl);
  await page.goBack();
  await page.waitForURL("**/aydinlatma-metni");
});

/** The words before the eleventh song, in how many lines its figures stand, and by how many px they are too wide. */
async function placeOfTheEleventh(page: Page) {
  const place = page.locator(".board-place").nth(10);
  const measures = await place.evaluate((element) => {
    const digits = document.createRange();
    digits.selectNodeContents(element.lastChild!);
    return {
      lines: new Set([...digits.getClientRects()].map(({ top }) => top)).size,
      overflow: element.scrollWidth - element.clientWidth,
    };
  });
  return { text: (await place.innerText()).replace(/\s/, " "), ...measures };
}

/** Fails unless the elements stand on a screen of this height, each below the one before. */
async function assertInOrder(elements: Locator[], height: number): Promise<void> {
  let bottom = 0;
  for (const element of elements) {
    await element.waitFor();
    const box = (await element.boundingBox())!;
    const isInside = box.x >= 0 && box.x + box.width <= PHONE.width;
    assert.ok(isInside && box.y >= bottom, `${element} is at ${box.x}, ${box.y}`);
    bottom = box.y + box.height;
    assert.ok(bottom <= height, `${element} ends at ${bottom}`);
  }
}
