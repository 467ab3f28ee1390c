import { strict as assert } from "node:assert";
import { gzipSync } from "node:zlib";
import { browserTests } from "../support/browser/browser_tests.ts";
import {
  openSheet,
  queueRow,
  result,
  search,
  send,
  typeTip,
} from "../support/browser/cafe_page.ts";
import { assertFits, assertTouchable, layoutShift } from "../support/browser/layout.ts";
import { answerSearch, openCafe } from "../support/browser/evening.ts";
import { focusOn } from "../support/browser/panel.ts";
import { connect } from "../support/people/connection.ts";
import { playNextInDatabase, playOwnMusic } from "../support/people/plays.ts";
import { settle } from "../support/browser/settle.ts";
import { until } from "../support/time/until.ts";

/** An origin that is neither https nor a loopback: what a phone in the cafe's network sees. */
const LAN_HOST = "kafe.test";
const test = browserTests({ moreFlags: [`--host-resolver-rules=MAP ${LAN_HOST} 127.0.0.1`] });

/** The most script that the cafe page may load, in bytes of gzip. */
const MAX_SCRIPT_BYTES = 75 * 1000;
/** The most script that a search then loads: finding songs, the sheet. */
const MAX_SEARCH_SCRIPT_BYTES = 7.2 * 1000;
/** The most that is above the search on a phone. */
const MAX_HEADER_PX = 120;

test("the cafe page shows an empty queue, and the queue live as it fills", async ({ server, browser }) => {
  const cafe = await openCafe(server, "Işıl'ın Kahvesi");
  const page = await browser.newPage();
  await page.goto(cafe.cafeUrl);

  assert.equal(await page.title(), "Işıl'ın Kahvesi · Sıradaki");
  assert.equal(await page.getByRole("heading", { level: 1 }).innerText(), "Işıl'ın Kahvesi");
  await page.getByText("Henüz sırada şarkı yok.").waitFor();
  await page.getByText("Bahşiş isteğe bağlıdır. Bu sayfada ödeme alınmaz.").waitFor();

  await cafe.queueSong({ songTitle: "Islak Islak", tipAmount: 5 });
  await queueRow(page, "Islak Islak").waitFor();
  await cafe.queueSong({ songTitle: "Sarı Çizmeli", tipAmount: 1250.5 });
  await queueRow(page, "Sarı Çizmeli").waitFor();
  const rows = page.getByRole("region", { name: "Şarkı sırası" }).getByRole("listitem");
  assert.match(await rows.first().innerText(), /Sıradaki[^]*Sarı Çizmeli[^]*1\.250,50 TL/);
});

test("the cafe page is whole with 320 px, and keeps within its budgets", async ({ server, browser }) => {
  const cafe = await openCafe(server, "Uzunçarşıbaşındakikahvehanemizdenbirköşe");
  await cafe.queueSong({ songTitle: "ÇekoslovakyalılaştıramadıklarımızdanmısınızŞarkısı" });
  await cafe.queueSong({ tipAmount: 10_000 });
  await playOwnMusic(server.deps, cafe.ownerId, {
    title: "ÇekoslovakyalılaştıramadıklarımızdanmısınızŞarkısı",
  });
  const page = await browser.newPage({ viewport: { width: 360, height: 780 } });
  const scripts: Promise<number>[] = [];
  page.on("response", (response) => {
    if (response.request().resourceType() !== "script") return;
    scripts.push(response.body().then((body) => gzipSync(body, { level: 9 }).length));
  });
  const scriptBytes = async () =>
    (await Promise.all(scripts)).reduce((sum, bytes) => sum + bytes, 0);
  await answerSearch(page);
  await page.goto(cafe.cafeUrl, { waitUntil: "load" });
  await queueRow(page, "Gülpembe").waitFor();
  await page.getByText(/^\d:\d\d \/ 3:20$/).waitFor();
  const script = await scriptBytes();
  assert.ok(script > 0 && script <= MAX_SCRIPT_BYTES, `${script} bytes of script`);
  assert.ok(await layoutShift(page) <= 0.02);
  assert.equal(await page.locator("script:not([src])").count(), 0);

  await search(page, "barış");
  await result(page, "Gülpembe").waitFor();
  const later = await scriptBytes() - script;
  assert.ok(later > 0 && later <= MAX_SEARCH_SCRIPT_BYTES, `${later} bytes of script to search`);
  await assertFits(page, 320);
  await assertTouchable(page);
  await openSheet(page, "Gülpembe");
  await typeTip(page, "1.250,50");
  for (const width of [320, 360, 640, 820, 1280]) {
    await assertFits(page, width);
    await assertTouchable(page);
    const sizes = await page.locator(".tip-choice").evaluateAll((choices) =>
      choices.map((choice) => choice.getBoundingClientRect())
        .map(({ width, height }) => `${Math.round(width)} by ${Math.round(height)}`)
    );
    assert.equal(new Set(sizes).size, 1, `the choices are ${sizes} at ${width} px`);
  }
});

test("what plays is shown live, with a bar that moves by itself, and one's own song with its wait", async ({ server, browser }) => {
  const cafe = await openCafe(server);
  await connect(server, cafe.token);
  const page = await browser.newPage({ viewport: { width: 360, height: 740 } });
  await page.goto(cafe.cafeUrl);
  await answerSearch(page);
  await search(page, "barış");
  await openSheet(page, "Gülpembe");
  await send(page);
  const own = page.getByRole("region", { name: "İsteklerim" });
  await own.getByText("onay bekliyor").waitFor();
  await playOwnMusic(server.deps, cafe.ownerId, { durationMs: 10 * 60_000 });
  const [request] = await cafe.pending();
  await cafe.decide(request!._id, "approved");
  await own.getByText("yaklaşık 10 dk").waitFor();
  const now = page.getByRole("region", { name: "Şimdi çalıyor" });
  const bar = now.locator(".song-bar span");
  const transform = () => bar.evaluate((element) => getComputedStyle(element).transform);
  const before = await transform();
  await page.waitForFunction(
    ([bar, before]) => getComputedStyle(bar!).transform !== before,
    [await bar.elementHandle(), before] as const,
  );
  await page.emulateMedia({ reducedMotion: "reduce" });
  assert.equal(
    await bar.evaluate((element) => getComputedStyle(element).transitionDuration),
    "0s",
  );
  assert.ok(await playNextInDatabase(server.deps, cafe.ownerId));
  await cafe.submit();
  await now.getByText("Sizin isteğiniz").waitFor();
  await page.getByText("Şimdi sizin şarkınız!", { exact: true }).waitFor();
  await page.getByText("Henüz sırada şarkı yok.").waitFor();
});

test("on a phone the search is near the top, and results are rows of 64 px", async ({ server, browser }) => {
  const cafe = await openCafe(server, "Işıl'ın Kahve Durağı");
  for (let place = 1; place <= 11; place++) await cafe.queueSong({ songTitle: `Şarkı ${place}` });
  const page = await browser.newPage({ viewport: { width: 360, height: 740 } });
  await answerSearch(page);
  await page.goto(cafe.cafeUrl);
  const form = (await page.locator(".search").boundingBox())!;
  assert.ok(form.y <= MAX_HEADER_PX, `the header is ${form.y} px high`);
  const place = page.locator(".board-place").nth(10);
  const { lines, overflow } = await place.evaluate((element) => {
    const digits = document.createRange();
    digits.selectNodeContents(element.lastChild!);
    return {
      lines: new Set([...digits.getClientRects()].map(({ top }) => top)).size,
      overflow: element.scrollWidth - element.clientWidth,
    };
  });
  assert.match(await place.innerText(), /^Sıra\s11$/);
  assert.deepEqual({ lines, overflow }, { lines: 1, overflow: 0 });
  await search(page, "barış");
  await result(page, "Gülpembe").waitFor();
  const heights = await page.locator(".result").evaluateAll((rows) =>
    rows.map((row) => row.getBoundingClientRect().height)
  );
  assert.deepEqual(heights, [64, 64]);
});

test("the cafe page is whole with letters of twice their size", async ({ server, browser }) => {
  const cafe = await openCafe(server, "Uzunçarşıbaşı Kahvehanesi");
  await cafe.queueSong({ tipAmount: 10_000, songTitle: "Çekoslovakyalılaştıramadıklarımızdan" });
  await cafe.queueSong({ tipAmount: 0 });
  await playOwnMusic(server.deps, cafe.ownerId, { title: "Çekoslovakyalılaştıramadıklarımızdan" });
  const page = await browser.newPage({ viewport: { width: 360, height: 780 } });
  await answerSearch(page);
  await page.goto(cafe.cafeUrl);
  await page.evaluate(() => document.documentElement.style.fontSize = "200%");
  await page.getByRole("region", { name: "Şimdi çalıyor" }).waitFor();
  await search(page, "barış");
  await result(page, "Gülpembe").waitFor();
  await assertFits(page, 360);
  const sheet = await openSheet(page, "Gülpembe");
  const title = sheet.getByRole("heading");
  const lines = await title.evaluate((heading) => {
    const words = document.createRange();
    words.selectNodeContents(heading);
    return words.getClientRects().length;
  });
  assert.equal(lines, 1, "a word stays whole");
  await assertFits(page, 360);
});

test("with the keyboard on the screen a guest reads and changes the tip, and sends", async ({ server, browser }) => {
  const cafe = await openCafe(server);
  const page = await browser.newPage({ viewport: { width: 360, height: 740 } });
  await answerSearch(page);
  await page.goto(cafe.cafeUrl);
  await search(page, "barış");
  await openSheet(page, "Gülpembe");
  await typeTip(page, "12,50");
  // What a keyboard of 320 px leaves of the screen.
  await page.setViewportSize({ width: 360, height: 420 });
  await settle(page);
  const seen = [
    page.getByLabel("Tutar (TL)"),
    page.getByText("12,50 TL → 1. sıra"),
    page.getByRole("button", { name: "İstek gönder" }),
  ];
  let bottom = 0;
  for (const element of seen) {
    const box = (await element.boundingBox())!;
    assert.ok(box.y >= bottom && box.y + box.height <= 420, `${element} at ${box.y}`);
    bottom = box.y + box.height;
  }
  await send(page);
  await page.getByText("Şarkı isteğiniz gönderildi!").waitFor();
});

test("what a guest is told covers neither the cafe's name, the search nor where the request stands", async ({ server, browser }) => {
  const cafe = await openCafe(server);
  for (const tip of [10, 20, 30, 40]) await cafe.queueSong({ tipAmount: tip });
  const page = await browser.newPage({ viewport: { width: 360, height: 640 } });
  await answerSearch(page);
  await page.goto(cafe.cafeUrl);
  await search(page, "barış");
  await openSheet(page, "Islak Islak");
  await send(page);
  const notice = page.getByText("Şarkı isteğiniz gönderildi!");
  await notice.waitFor();
  await page.waitForFunction(() => document.activeElement?.textContent === "İsteklerim");
  // The notice is larger for a moment, and so higher.
  await settle(page);
  const { top } = await page.locator(".notices .notice").evaluate((card) =>
    card.getBoundingClientRect().toJSON()
  );
  const shown = [
    page.getByRole("heading", { level: 1 }),
    page.getByLabel("Hangi şarkı çalsın?"),
    page.getByRole("region", { name: "İsteklerim" }).getByRole("listitem"),
  ];
  for (const element of shown) {
    const { y, height } = (await element.boundingBox())!;
    assert.ok(y + height <= top, `${element} at ${y} is under the notice at ${top}`);
  }
});

test("a guest without a pointer searches, chooses a tip, sends, and closes the results", async ({ server, browser }) => {
  const cafe = await openCafe(server);
  const page = await browser.newPage();
  await page.goto(cafe.cafeUrl);
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
  const sheet = page.getByRole("dialog");
  await focusOn(page, "10 TL");
  await page.keyboard.press("Escape");
  await sheet.waitFor({ state: "hidden" });
  await until(async () => await focused() === row);
  // Closing the sheet is a step back, which the browser takes some time later.
  await page.waitForFunction(() => history.state?.song === undefined);

  await page.keyboard.press("Enter");
  await focusOn(page, "10 TL");
  await page.keyboard.press("ArrowRight");
  await focusOn(page, "25 TL");
  await page.keyboard.press("ArrowRight");
  await page.getByRole("radio", { name: "50 TL", exact: true, checked: true }).waitFor();
  await tabTo("İstek gönder");
  await page.keyboard.press("Enter");
  const own = page.getByRole("region", { name: "İsteklerim" });
  assert.match(await own.getByRole("listitem").innerText(), /50,00 TL/);

  await search(page, "cem karaca");
  await first.getByText("Cem Karaca").waitFor();
  await page.getByRole("button", { name: "Aramayı kapat" }).press("Enter");
  await first.waitFor({ state: "detached" });
  await focusOn(page, "Hangi şarkı çalsın?");
});

test("Back leaves the sheet, the search and then the page, and a reload keeps what was open", async ({ server, browser }) => {
  const cafe = await openCafe(server);
  const page = await browser.newPage();
  await answerSearch(page);
  await page.goto(`${server.origin}/aydinlatma-metni`);
  await page.goto(cafe.cafeUrl);
  await search(page, "barış");
  const sheet = await openSheet(page, "Gülpembe");
  await page.reload();
  await sheet.waitFor();
  // The search is put into the field after the sheet is open.
  await until(async () => await page.getByLabel("Hangi şarkı çalsın?").inputValue() === "barış");
  await page.goBack();
  await sheet.waitFor({ state: "hidden" });
  await result(page, "Gülpembe").waitFor();
  await page.goForward();
  await sheet.waitFor();
  await page.goBack();
  await page.goBack();
  await result(page, "Gülpembe").waitFor({ state: "detached" });
  assert.equal(await page.getByLabel("Hangi şarkı çalsın?").inputValue(), "");
  assert.equal(page.url(), cafe.cafeUrl);
  await page.goBack();
  await page.waitForURL("**/aydinlatma-metni");
});

test("a search that was begun before its script had arrived is made once it has, also after a lost connection", async ({ server, browser }) => {
  const cafe = await openCafe(server);
  const page = await browser.newPage();
  await answerSearch(page);
  await page.goto(cafe.cafeUrl);
  const script = "**/assets/SearchDesk-*";
  await page.route(script, (route) => route.abort());
  await page.getByLabel("Hangi şarkı çalsın?").pressSequentially("barış");
  await page.getByText("Şarkı aranırken bir hata oluştu.").waitFor();
  await page.unroute(script);
  await page.getByRole("button", { name: "Tekrar dene" }).click();
  await result(page, "Gülpembe").waitFor();
});

test("rows that move in the queue glide, and jump where less motion is asked for", async ({ server, browser }) => {
  const cafe = await openCafe(server);
  await cafe.queueSong({ songTitle: "Gülpembe", tipAmount: 10 });
  const page = await browser.newPage();
  await page.goto(cafe.cafeUrl);
  await page.evaluate(() => {
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (frames, options) {
      const ms = typeof options === "object" ? options.duration : options;
      document.title += ` ${Object.keys(frames ?? {})} ${ms}`;
      return animate.call(this, frames, options);
    };
  });
  const moved = () => page.title().then((title) => title.split("Sıradaki")[1]);
  const coming = " opacity 300 transform 300";
  // A row that leaves fades out in its place, while the rows below move up into the gap.
  const going = " transform 300 opacity,transform 300 minHeight 300";
  for (const reducedMotion of ["no-preference", "reduce"] as const) {
    await page.emulateMedia({ reducedMotion });
    const { _id } = await cafe.queueSong({ songTitle: "Sarı Çizmeli", tipAmount: 20 });
    await queueRow(page, "Sarı Çizmeli").waitFor();
    assert.equal(await moved(), reducedMotion === "reduce" ? coming + going : coming);
    await cafe.decide(_id, "rejected");
    await queueRow(page, "Sarı Çizmeli").waitFor({ state: "detached" });
    assert.equal(await moved(), coming + going);
  }
});

test("the cafe page works over plain http from the cafe's own box", async ({ server, browser }) => {
  const cafe = await openCafe(server);
  const page = await browser.newPage();
  await answerSearch(page);
  await page.goto(cafe.cafeUrl.replace("127.0.0.1", LAN_HOST));
  assert.equal(await page.evaluate(() => isSecureContext), false);
  await search(page, "barış");
  await openSheet(page, "Gülpembe");
  await send(page);
  await page.getByText("onay bekliyor", { exact: true }).waitFor();
  await cafe.queueSong({ songTitle: "Islak Islak" });
  await queueRow(page, "Islak Islak").waitFor();
  // Chromium logs that it ignores Cross-Origin-Opener-Policy here.
  for (const fault of browser.takeFaults()) assert.match(fault, /Cross-Origin-Opener-Policy/);
});

test("with scripts off the cafe page still shows its queue", async ({ server, browser }) => {
  const cafe = await openCafe(server);
  await cafe.queueSong({ songTitle: "Islak Islak", artist: "Cem Karaca", tipAmount: 25 });
  const page = await browser.newPage({ javaScriptEnabled: false });
  await page.goto(cafe.cafeUrl);
  assert.match(await queueRow(page, "Islak Islak").innerText(), /Cem Karaca[^]*25,00 TL/);
  assert.match(await page.getByRole("main").innerText(), /JavaScript açık olmalıdır/);
});

test("a page that loses the server says so, and shows the true queue when it is back", async ({ server, browser }) => {
  const cafe = await openCafe(server);
  const page = await browser.newPage();
  await page.goto(cafe.cafeUrl);
  await cafe.queueSong({ songTitle: "Islak Islak" });
  await queueRow(page, "Islak Islak").waitFor();

  await page.context().setOffline(true);
  await page.getByText("Bağlantı yok").waitFor();
  await cafe.queueSong({ songTitle: "Sarı Çizmeli" });
  await page.context().setOffline(false);
  await queueRow(page, "Sarı Çizmeli").waitFor();
  await page.getByText("Bağlantı yok").waitFor({ state: "detached" });
});
