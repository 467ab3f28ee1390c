import { strict as assert } from "node:assert";
import { gzipSync } from "node:zlib";
import { browserTests } from "../support/browser/browser_tests.ts";
import { queueRow, result, search } from "../support/browser/cafe_page.ts";
import { assertFits, assertTouchable, layoutShift } from "../support/browser/layout.ts";
import { answerSearch, openCafe } from "../support/browser/evening.ts";

/** An origin that is neither https nor a loopback: what a phone in the cafe's network sees. */
const LAN_HOST = "kafe.test";
const test = browserTests({ moreFlags: [`--host-resolver-rules=MAP ${LAN_HOST} 127.0.0.1`] });

/** The most script that the cafe page may load, in bytes of gzip. */
const MAX_SCRIPT_BYTES = 75 * 1000;

test("the cafe page shows an empty queue, and the queue live as it fills", async ({ server, browser }) => {
  const cafe = await openCafe(server, "Işıl'ın Kahvesi");
  const page = await browser.newPage();
  await page.goto(cafe.cafeUrl);

  assert.equal(await page.title(), "Işıl'ın Kahvesi · Sıradaki");
  assert.equal(await page.getByRole("heading", { level: 1 }).innerText(), "Işıl'ın Kahvesi");
  await page.getByText("Henüz sırada şarkı yok.").waitFor();
  await page.getByText("Bahşiş isteğe bağlıdır. Ödeme bu sayfada alınmaz.").waitFor();

  await cafe.queueSong({ songTitle: "Islak Islak", tipAmount: 5 });
  await queueRow(page, "Islak Islak").waitFor();
  await cafe.queueSong({ songTitle: "Sarı Çizmeli", tipAmount: 1250.5 });
  await queueRow(page, "Sarı Çizmeli").waitFor();
  const rows = page.getByRole("region", { name: "Şarkı sırası" }).getByRole("listitem");
  assert.match(await rows.first().innerText(), /Sıradaki[^]*Sarı Çizmeli[^]*1\.250,50 TL/);
});

test("a tip that was typed is shown as it is read before it is sent", async ({ server, browser }) => {
  const cafe = await openCafe(server);
  const page = await browser.newPage({ viewport: { width: 360, height: 780 } });
  await answerSearch(page);
  await page.goto(cafe.cafeUrl);
  await search(page, "barış");
  const row = result(page, "Gülpembe");
  const tip = row.getByLabel("Bahşiş (TL)");
  await tip.waitFor();
  assert.equal(await row.locator(".money").count(), 0, "a quick choice says it itself");

  await tip.press("Control+A");
  await tip.pressSequentially("1250.5");
  await row.getByText("1.250,50 TL").waitFor();
  await assertFits(page, 320);
  await row.getByRole("button", { name: "25 TL bahşiş" }).click();
  await row.locator(".money").waitFor({ state: "detached" });
});

test("a tip that is no number is not sent as none: the guest is told what one looks like", async ({ server, browser }) => {
  const cafe = await openCafe(server);
  const page = await browser.newPage();
  await answerSearch(page);
  await page.goto(cafe.cafeUrl);
  await search(page, "barış");
  const tip = result(page, "Gülpembe").getByLabel("Bahşiş (TL)");
  const send = result(page, "Gülpembe").getByRole("button", { name: "İste" });

  await tip.press("Control+A");
  await tip.pressSequentially("50-");
  await send.click();
  const notice = page.getByRole("status").filter({ hasText: "İstek gönderilirken" });
  assert.match(await notice.innerText(), /bir sorun oluştu\.\s+Bahşiş 0 ile 10\.000 TL arasında/);

  await tip.press("Control+A");
  await tip.press("Delete");
  await send.click();
  await page.getByText("Şarkı isteğiniz gönderildi!").waitFor();
  const own = page.getByRole("region", { name: "Benim isteklerim" });
  assert.match(
    await own.getByRole("listitem").innerText(),
    /\b0,00 TL/,
    "an emptied field is no tip",
  );
});

test("the cafe page is whole with 320 px, and keeps within its budgets", async ({ server, browser }) => {
  const cafe = await openCafe(server, "Uzunçarşıbaşındakikahvehanemizdenbirköşe");
  await cafe.queueSong({ songTitle: "ÇekoslovakyalılaştıramadıklarımızdanmısınızŞarkısı" });
  await cafe.queueSong({ tipAmount: 10_000 });
  const page = await browser.newPage({ viewport: { width: 360, height: 780 } });
  const scripts: Promise<number>[] = [];
  page.on("response", (response) => {
    if (response.request().resourceType() !== "script") return;
    scripts.push(response.body().then((body) => gzipSync(body, { level: 9 }).length));
  });
  await answerSearch(page);
  await page.goto(cafe.cafeUrl, { waitUntil: "load" });
  await queueRow(page, "Gülpembe").waitFor();
  const script = (await Promise.all(scripts)).reduce((sum, bytes) => sum + bytes, 0);
  assert.ok(script > 0 && script <= MAX_SCRIPT_BYTES, `${script} bytes of script`);
  assert.ok(await layoutShift(page) <= 0.02);
  assert.equal(await page.locator("script:not([src]), style").count(), 0);

  await search(page, "barış");
  await result(page, "Gülpembe").waitFor();
  await assertFits(page, 320);
  await assertTouchable(page);
  const tips = result(page, "Gülpembe").getByRole("button", { name: "TL bahşiş" });
  for (const width of [320, 640, 720, 768, 1280]) {
    await page.setViewportSize({ width, height: 780 });
    const lines = await tips.evaluateAll((choices) =>
      new Set(choices.map((choice) => choice.getBoundingClientRect().top)).size
    );
    assert.equal(lines, 1, `the quick tips stand in ${lines} lines at ${width} px`);
  }
});

test("the cafe page is whole with letters of twice their size", async ({ server, browser }) => {
  const cafe = await openCafe(server, "Uzunçarşıbaşı Kahvehanesi");
  await cafe.queueSong({ tipAmount: 10_000, songTitle: "Çekoslovakyalılaştıramadıklarımızdan" });
  await cafe.queueSong({ tipAmount: 0 });
  const page = await browser.newPage({ viewport: { width: 360, height: 780 } });
  await answerSearch(page);
  await page.goto(cafe.cafeUrl);
  await page.evaluate(() => document.documentElement.style.fontSize = "200%");
  await search(page, "barış");
  const title = result(page, "Gülpembe").getByRole("heading");
  const lines = await title.evaluate((heading) => {
    const words = document.createRange();
    words.selectNodeContents(heading);
    return words.getClientRects().length;
  });
  assert.equal(lines, 1, "a word stays whole");
  await assertFits(page, 360);
});

test("what a guest is told covers neither the search nor where the request stands", async ({ server, browser }) => {
  const cafe = await openCafe(server);
  for (const tip of [10, 20, 30, 40]) await cafe.queueSong({ tipAmount: tip });
  const page = await browser.newPage({ viewport: { width: 360, height: 640 } });
  await answerSearch(page);
  await page.goto(cafe.cafeUrl);
  await search(page, "barış");
  await result(page, "Islak Islak").getByRole("button", { name: "İste" }).click();
  const notice = page.getByText("Şarkı isteğiniz gönderildi!");
  await notice.waitFor();
  await page.waitForFunction(() => document.activeElement?.textContent === "Benim isteklerim");
  const { bottom } = await page.locator(".notices .notice").evaluate((card) =>
    card.getBoundingClientRect().toJSON()
  );
  const heading = await page.getByRole("heading", { name: "Benim isteklerim" }).boundingBox();
  assert.ok(heading!.y > bottom, `the heading at ${heading!.y} is under the notice to ${bottom}`);
});

test("a guest without a pointer searches, chooses a tip, sends, and closes the results", async ({ server, browser }) => {
  const cafe = await openCafe(server);
  const page = await browser.newPage();
  await page.goto(cafe.cafeUrl);
  const focused = () => page.evaluate(() => document.activeElement?.ariaLabel);
  const tabTo = async (label: string) => {
    for (let presses = 0; await focused() !== label; presses++) {
      assert.ok(presses < 20, `${label} cannot be reached`);
      await page.keyboard.press("Tab");
    }
  };
  // This one asks the music account itself.
  await page.getByLabel("Hangi şarkı çalsın?").focus();
  await page.keyboard.type("barış manço");
  await page.keyboard.press("Enter");
  const first = page.getByRole("listitem").filter({
    has: page.getByRole("button", { name: "İste" }),
  })
    .first();
  await first.getByText("Barış Manço").waitFor();
  const title = await first.getByRole("heading").innerText();
  await tabTo("50 TL bahşiş");
  await page.keyboard.press("Space");
  await tabTo(`İste: ${title}`);
  await page.keyboard.press("Enter");
  const own = page.getByRole("region", { name: "Benim isteklerim" });
  assert.match(await own.getByRole("listitem").innerText(), /50,00 TL/);

  await search(page, "cem karaca");
  await page.getByRole("button", { name: "Kapat", exact: true }).press("Enter");
  await page.getByRole("heading", { name: "Sonuçlar" }).waitFor({ state: "detached" });
  assert.equal(await page.evaluate(() => document.activeElement?.id), "term");
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
  await result(page, "Gülpembe").getByRole("button", { name: "İste" }).click();
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
