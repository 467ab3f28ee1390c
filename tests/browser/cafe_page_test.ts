import { strict as assert } from "node:assert";
import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { announcements } from "../support/browser/announcements.ts";
import { browserTests } from "../support/browser/browser_tests.ts";
import { queueRow, result, search } from "../support/browser/cafe_page.ts";
import { assertFits, assertTouchable, layoutShift } from "../support/browser/layout.ts";
import { answerSearch, type Evening, openCafe, refuse, SONGS } from "../support/browser/evening.ts";
import { holdAnswers } from "../support/browser/panel.ts";

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

test("a guest finds a song, chooses a tip, and sees where the request stands", async ({ server, browser }) => {
  const cafe = await openCafe(server);
  await cafe.queueSong({ uri: SONGS[0]!.uri, songTitle: "Gülpembe" });
  const page = await browser.newPage();
  await answerSearch(page);
  await page.goto(cafe.cafeUrl);
  await search(page, "barış");

  const [queued, other] = [result(page, "Gülpembe"), result(page, "Islak Islak")];
  await queued.getByText("Bu şarkı zaten sırada").waitFor();
  assert.equal(await other.getByText("Bu şarkı zaten sırada").count(), 0);
  await page.getByText("Demo müzik hesabından").waitFor();
  assert.equal(await other.getByLabel("Bahşiş (TL)").inputValue(), "10");
  assert.deepEqual(await other.getByRole("button", { name: "TL bahşiş" }).allInnerTexts(), [
    "0",
    "10",
    "25",
    "50",
    "100",
  ]);
  await other.getByRole("button", { name: "25 TL bahşiş" }).click();
  assert.equal(await other.getByLabel("Bahşiş (TL)").inputValue(), "25");

  const sent = page.waitForRequest((request) => request.method() === "POST");
  await other.getByRole("button", { name: "İste" }).click();
  const body = (await sent).postDataJSON();
  assert.deepEqual([body.ownerId, body.tipAmount, body.uri], [cafe.ownerId, 25, SONGS[1]!.uri]);
  await page.getByText("Şarkı isteğiniz gönderildi!").waitFor();
  await result(page, "Gülpembe").waitFor({ state: "detached" });
  const own = page.getByRole("region", { name: "Benim isteklerim" });
  await own.getByText("onay bekliyor").waitFor();
  await page.waitForFunction(() => document.activeElement?.textContent === "Benim isteklerim");
});

test("who searches on while a request is on its way keeps what was found, and the place in it", async ({ server, browser }) => {
  const page = await browser.newPage({ fresh: true });
  const answer = await askSlowly(page, await openCafe(server));
  await search(page, "cem");
  const tip = result(page, "Islak Islak").getByLabel("Bahşiş (TL)");
  await tip.fill("12");
  // A phone's keyboard that is put away takes the focus with it: nothing then says where the guest is.
  await tip.blur();
  await answer();
  assert.equal(await tip.inputValue(), "12");
  assert.equal(await page.evaluate(() => document.activeElement?.tagName), "BODY");
});

test("who begins to type while a request is on its way can go on", async ({ server, browser }) => {
  const page = await browser.newPage({ fresh: true });
  const answer = await askSlowly(page, await openCafe(server));
  const field = page.getByLabel("Hangi şarkı çalsın?");
  await field.fill("cem");
  await answer();
  await result(page, "Gülpembe").waitFor({ state: "detached" });
  assert.ok(await field.evaluate((input) => input === document.activeElement));
});

test("the guest's own requests say what became of them, also to those who listen", async ({ server, browser }) => {
  const cafe = await openCafe(server);
  const page = await browser.newPage();
  await answerSearch(page);
  await page.goto(cafe.cafeUrl);
  for (const title of ["Gülpembe", "Islak Islak"]) {
    await search(page, title);
    await result(page, title).getByRole("button", { name: "İste" }).click();
    await result(page, title).waitFor({ state: "detached" });
  }
  const own = page.getByRole("region", { name: "Benim isteklerim" });
  await own.getByRole("listitem").filter({ hasText: "Islak Islak" }).waitFor();
  const requests = await (await fetch(`${server.origin}/api/requests`, {
    headers: { "x-auth-token": cafe.token },
  })).json();
  const idOf = (title: string) =>
    requests.find((request: { songTitle: string }) => request.songTitle === title)._id;

  const said = await announcements(page);
  await cafe.decide(idOf("Gülpembe"), "approved");
  await own.getByText("1. sırada").waitFor();
  await queueRow(page, "Gülpembe").getByText("Sizin isteğiniz").waitFor();
  await said("Gülpembe: 1. sırada.");
  await cafe.decide(idOf("Islak Islak"), "rejected");
  await own.getByText("kabul edilmedi").waitFor();

  const stranger = await browser.newPage();
  await stranger.goto(cafe.cafeUrl);
  await queueRow(stranger, "Gülpembe").waitFor();
  assert.equal(await stranger.getByText("Sizin isteğiniz").count(), 0);
  assert.equal(await stranger.getByText("Benim isteklerim").count(), 0);
});

test("a search that fails, and one that finds nothing, say so; an empty one does nothing", async ({ server, browser }) => {
  const cafe = await openCafe(server);
  const page = await browser.newPage();
  await page.goto(cafe.cafeUrl);

  let searches = 0;
  page.on("request", (request) => void (searches += Number(request.url().includes("/search"))));
  await search(page, "   ");
  assert.equal(searches, 0);

  await refuse(page, "**/api/spotify/search?*", 429, "Çok fazla deneme yapıldı.");
  await search(page, "barış");
  const failed = page.getByRole("alert");
  await failed.waitFor();
  assert.match(
    await failed.innerText(),
    /Şarkı aranırken bir hata oluştu\.\s+Çok fazla deneme yapıldı\./,
  );

  await page.unroute("**/api/spotify/search?*");
  await answerSearch(page, []);
  await search(page, "barış");
  await page.getByText("Bu aramaya uyan şarkı bulunamadı.").waitFor();
  await failed.waitFor({ state: "detached" });
});

test("a request that fails says so with the server's sentence, and a retry keeps its key", async ({ server, browser }) => {
  const cafe = await openCafe(server);
  const page = await browser.newPage();
  await answerSearch(page);
  await page.goto(cafe.cafeUrl);
  await search(page, "barış");

  const keys: (string | undefined)[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST") keys.push(request.headers()["idempotency-key"]);
  });
  await refuse(page, "**/api/requests", 503, "Sistem şu anda yoğun.");
  const send = result(page, "Gülpembe").getByRole("button", { name: "İste" });
  await send.click();
  const notice = page.getByRole("status").filter({ hasText: "İstek gönderilirken" });
  await notice.waitFor();
  assert.match(
    await notice.innerText(),
    /İstek gönderilirken bir sorun oluştu\.\s+Sistem şu anda yoğun\./,
  );

  await page.unroute("**/api/requests");
  await send.click();
  await page.getByText("Şarkı isteğiniz gönderildi!").waitFor();
  assert.equal(keys.length, 2);
  assert.match(keys[0] ?? "", /^[0-9a-f]{32}$/);
  assert.equal(keys[0], keys[1]);
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

test("if the cafe is missing from the page, no request is sent and the guest is told", async ({ server, browser }) => {
  const cafe = await openCafe(server);
  const page = await browser.newPage();
  await answerSearch(page);
  await page.route(cafe.cafeUrl, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replaceAll(cafe.ownerId, "");
    await route.fulfill({ response, body });
  });
  await page.goto(cafe.cafeUrl);
  let sent = 0;
  page.on("request", (request) => void (sent += Number(request.method() === "POST")));
  await search(page, "barış");
  await result(page, "Gülpembe").getByRole("button", { name: "İste" }).click();
  await page.getByText("Kafe bilgileri yüklenemedi, istek gönderilemiyor.").waitFor();
  assert.equal(sent, 0);
  // Chromium lets no page that a test has answered open a socket.
  browser.takeFaults();
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

for (const reducedMotion of ["no-preference", "reduce"] as const) {
  test(`rows that move in the queue ${reducedMotion === "reduce" ? "jump" : "glide"} where motion is '${reducedMotion}'`, async ({ server, browser }) => {
    const cafe = await openCafe(server);
    await cafe.queueSong({ songTitle: "Gülpembe", tipAmount: 10 });
    const page = await browser.newPage({ reducedMotion });
    await page.goto(cafe.cafeUrl);
    await page.evaluate(() => {
      const animate = Element.prototype.animate;
      Element.prototype.animate = function (frames, options) {
        const ms = typeof options === "object" ? options.duration : options;
        document.title += ` ${Object.keys(frames ?? {})} ${ms}`;
        return animate.call(this, frames, options);
      };
    });
    const { _id } = await cafe.queueSong({ songTitle: "Sarı Çizmeli", tipAmount: 20 });
    await queueRow(page, "Sarı Çizmeli").waitFor();
    const moved = () => page.title().then((title) => title.split("Sıradaki")[1]);
    const coming = " opacity 300 transform 300";
    assert.equal(await moved(), reducedMotion === "reduce" ? "" : coming);

    // One that leaves fades where it stood, while the others move up and its room closes.
    await cafe.decide(_id, "rejected");
    await queueRow(page, "Sarı Çizmeli").waitFor({ state: "detached" });
    const going = " transform 300 opacity,transform 300 minHeight 300";
    assert.equal(await moved(), reducedMotion === "reduce" ? "" : coming + going);
  });
}

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

test("an unknown cafe is a page with the error's sentence and status 404", async ({ server, browser }) => {
  const page = await browser.newPage();
  const response = await page.goto(`${server.origin}/cafe/yok`);
  assert.equal(response?.status(), 404);
  await page.getByText("Bu kafe bulunamadı veya şu anda hizmet vermiyor.").waitFor();
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

/** Asks for Gülpembe. The returned function has the server answer, and resolves once the page has made of it what it does. */
async function askSlowly(page: Page, { cafeUrl }: Evening): Promise<() => Promise<void>> {
  // A room that tells nothing: what is fetched then is fetched because the request was sent.
  await page.routeWebSocket(/realtime/, () => {});
  await answerSearch(page);
  await page.goto(cafeUrl);
  await search(page, "barış");
  const answer = await holdAnswers(page, "**/api/requests");
  await result(page, "Gülpembe").getByRole("button", { name: "İste" }).click();
  return async () => {
    answer();
    await page.getByText("Şarkı isteğiniz gönderildi!").waitFor();
    await page.getByRole("region", { name: "Benim isteklerim" }).getByRole("listitem").waitFor();
  };
}
