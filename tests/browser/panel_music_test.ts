import { strict as assert } from "node:assert";
import type { Page } from "playwright-core";
import { findAccount } from "../../db/accounts.ts";
import { issueToken } from "../../server/auth/tokens.ts";
import { SONGS } from "../../server/music/demo/catalogue/songs.ts";
import { connect } from "../support/people/connection.ts";
import { browserTests } from "../support/browser/browser_tests.ts";
import { assertFits } from "../support/browser/layout.ts";
import { type Evening, openCafe, refuse } from "../support/browser/evening.ts";
import type { ServedApp } from "../support/start/served_app.ts";
import { connectMusic, holdAnswers, openPanel, stopClock } from "../support/browser/panel.ts";

const test = browserTests();

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** After a success (client/panel/dashboard/PlayNextButton.tsx). */
const REST_MS = 2000;
const PLAY = { name: "Sıradaki Şarkıyı Çal" };

test("the music account is connected through its consent page, and disconnected after a confirmation", async ({ server, browser }) => {
  const { token } = await openCafe(server);
  const page = await openPanel(server, browser, token, "/panel/dashboard");
  const sent: string[] = [];
  page.on("request", (request) => sent.push(request.url()));
  await connectMusic(page);
  assert.ok(!sent.some((url) => url.includes(token)), "the login token enters no address");
  await page.getByRole("status").getByText("Spotify hesabınız bağlandı!").waitFor();
  await page.waitForURL(/\/panel\/dashboard$/);
  await page.getByText(/İzin \d{1,2} \p{L}+ 20\d\d tarihine kadar geçerli\./u).waitFor();

  const disconnect = page.getByRole("button", { name: "Bağlantıyı Kes" });
  const dialog = page.getByRole("dialog");
  await disconnect.click();
  await dialog.getByText(
    "Spotify bağlantısını kesmek, izinleri sıfırlayacaktır. Yeniden bağlanmanız gerekecek. Emin misiniz?",
  ).waitFor();
  await dialog.getByRole("button", { name: "Vazgeç" }).click();
  await page.getByText("Spotify bağlı", { exact: true }).waitFor();

  await refuse(page, "**/api/spotify/disconnect", 503, "Sistem şu anda yoğun.");
  await disconnect.click();
  await dialog.getByRole("button", { name: "Bağlantıyı Kes" }).click();
  await page.getByText("Bağlantı kesilirken bir hata oluştu.").waitFor();
  await page.locator(".notice-error").getByRole("button", { name: "Bildirimi kapat" }).click();
  await page.unroute("**/api/spotify/disconnect");
  await disconnect.click();
  await dialog.getByRole("button", { name: "Bağlantıyı Kes" }).click();
  await page.getByText("Spotify bağlantısı başarıyla kaldırıldı!").waitFor();
  await page.getByText("Spotify bağlı değil").waitFor();
  await assertFits(page, 320);
});

test("a refused consent connects nothing and is explained", async ({ server, browser }) => {
  const { token } = await openCafe(server);
  const page = await openPanel(server, browser, token, "/panel/dashboard");
  await page.getByRole("button", { name: "Spotify'a Bağlan" }).click();
  await page.getByRole("button", { name: "Vazgeç" }).click();
  await page.getByText("Spotify'da izin verilmedi, hesap bağlanmadı.").waitFor();
  await page.getByText("Spotify bağlı değil").waitFor();
});

test("from day 150 on the dashboard warns, and after six months it says to reconnect; the queue stays", async ({ server, browser }) => {
  const cafe = await openCafe(server);
  await cafe.queueSong({ songTitle: "Gülpembe" });
  await connect(server, cafe.token);

  server.clock.pass(151 * DAY_MS);
  const warned = await openPanel(server, browser, await tokenNow(server, cafe), "/panel/dashboard");
  await warned.getByText(/tarihinde sona erecek\. Sessiz kalmamak için/).waitFor();
  await warned.getByRole("button", { name: "Spotify'ı Yeniden Bağla" }).waitFor();

  server.clock.pass(39 * DAY_MS);
  const ended = await openPanel(server, browser, await tokenNow(server, cafe), "/panel/dashboard");
  await ended.getByText(/Spotify izni sona erdi\. Sıranız duruyor/).waitFor();
  await ended.getByRole("region", { name: "Şarkı sırası" }).getByText("Gülpembe").waitFor();
  assert.ok(await ended.getByRole("button", PLAY).isDisabled());
  await connectMusic(ended);
});

test("play next names the song, rests, and shows it with its device; when it ends, that is said", async ({ server, browser }) => {
  const cafe = await openCafe(server);
  for (const { id, title: songTitle } of SONGS.slice(0, 2)) {
    await cafe.queueSong({ uri: `spotify:track:${id}`, songTitle });
  }
  await connect(server, cafe.token);
  const page = await openPanel(server, browser, cafe.token, "/panel/dashboard", { fresh: true });
  await page.getByText("Şu anda bir şey çalmıyor.").waitFor();

  const board = page.getByRole("region", { name: "Şarkı sırası" });
  const title = await board.locator(".song-title").first().innerText();
  const play = page.getByRole("button", PLAY);
  let presses = 0;
  page.on("request", (request) => void (presses += Number(request.url().endsWith("/play-next"))));
  const devices = page.getByLabel("Çalınacak cihaz");
  const options = await devices.locator("option:not([disabled])").allInnerTexts();
  await devices.focus();
  await devices.selectOption(options[0]!);
  await page.getByText("Çalınacak cihaz seçildi.").waitFor();
  assert.ok(
    await devices.evaluate((list) => list === document.activeElement),
    "it keeps the focus",
  );

  const width = () => play.evaluate((button) => button.getBoundingClientRect().width);
  const ready = await width();
  await page.clock.install();
  await stopClock(page);
  await play.click();
  await page.locator("[role=status] > .notice", { hasText: title }).waitFor();
  assert.equal(await play.getAttribute("aria-disabled"), "true", "it rests after a success");
  assert.equal(await width(), ready, "nothing moves when it begins to turn");
  // Playwright itself would wait until the button has rested.
  await play.click({ force: true });
  const now = page.getByRole("region", { name: "Şimdi çalıyor" });
  await now.getByText(title).waitFor();
  await now.getByText(`${options[0]} üzerinde`).waitFor();
  await now.getByRole("progressbar", { name: "Şarkının ilerleyişi" }).waitFor();
  assert.equal(presses, 1, "a press while it rests does nothing");
  await board.getByRole("listitem").nth(1).waitFor({ state: "detached" });
  await page.clock.runFor(REST_MS - 1);
  assert.equal(await play.getAttribute("aria-disabled"), "true", "however soon the queue is there");
  await page.clock.runFor(1);
  await page.waitForFunction(() =>
    !document.querySelector(".play-next button")?.hasAttribute("aria-disabled")
  );
  assert.equal(await board.getByRole("listitem").count(), 1);
  await page.clock.resume();
  await assertFits(page, 320);

  server.clock.pass(15 * MINUTE_MS);
  await now.getByText(`'${title}' bitti, ardından çalan bir şarkı yok.`).waitFor();
});

for (
  const [what, msg, shown] of [
    ["the server's sentence", "Şarkı çalmak için Spotify Premium hesabı gerekiyor.", undefined],
    ["the spec's, where the server has none", "", "Sıradaki şarkı çalınırken bir hata oluştu."],
  ]
) {
  test(`a play next that fails says ${what}, and can be pressed again`, async ({ server, browser }) => {
    const cafe = await openCafe(server);
    await cafe.queueSong();
    await connect(server, cafe.token);
    const page = await openPanel(server, browser, cafe.token, "/panel/dashboard");
    await refuse(page, "**/api/requests/play-next", 502, msg!);
    const play = page.getByRole("button", PLAY);
    await play.click();
    await page.getByRole("status").getByText(shown ?? msg!).waitFor();
    await page.waitForFunction(() =>
      !document.querySelector(".play-next button")?.hasAttribute("aria-disabled")
    );
    await page.getByRole("region", { name: "Şarkı sırası" }).getByRole("listitem").waitFor();
  });
}

test("after a success the button rests until the queue shows that its first song is gone", async ({ server, browser }) => {
  const cafe = await openCafe(server);
  for (const { id, title: songTitle } of SONGS.slice(0, 2)) {
    await cafe.queueSong({ uri: `spotify:track:${id}`, songTitle });
  }
  await connect(server, cafe.token);
  const page = await openPanel(server, browser, cafe.token, "/panel/dashboard");
  const songs = page.getByRole("region", { name: "Şarkı sırası" }).getByRole("listitem");
  await songs.nth(1).waitFor();
  const answer = await holdAnswers(page, "**/api/requests");
  await page.getByRole("button", PLAY).click();
  await page.locator("[role=status] > .notice-success").waitFor();
  await page.waitForTimeout(REST_MS + 500);
  assert.equal(await page.getByRole("button", PLAY).getAttribute("aria-disabled"), "true");
  assert.equal(await songs.count(), 2);
  answer();
  await page.waitForFunction(() =>
    !document.querySelector(".play-next button")?.hasAttribute("aria-disabled")
  );
  assert.equal(await songs.count(), 1);
});

test("the player is read every five seconds, and never while the page is hidden", async ({ server, browser }) => {
  const { token } = await openCafe(server);
  await connect(server, token);
  const page = await openPanel(server, browser, token, "/panel/dashboard", { fresh: true });
  await page.clock.install();
  await reloadWhole(page);
  await page.getByText("Şu anda bir şey çalmıyor.").waitFor();
  await stopClock(page);
  let asked = 0;
  page.on(
    "request",
    (request) => void (asked += Number(request.url().endsWith("/api/spotify/player"))),
  );
  await page.clock.runFor(MINUTE_MS);
  assert.equal(asked, 12);
  await page.evaluate(() => {
    Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true });
  });
  await page.clock.runFor(MINUTE_MS);
  assert.equal(asked, 12);
});

test("a player that says how long to wait is left alone for so long, and no longer than five minutes", async ({ server, browser }) => {
  const { token } = await openCafe(server);
  await connect(server, token);
  const page = await openPanel(server, browser, token, "/panel/dashboard", { fresh: true });
  await page.clock.install();
  let [retryAfterS, msg] = [60, "Sistem şu anda yoğun."];
  let asked = 0;
  await page.route("**/api/spotify/player", (route) => {
    asked += 1;
    const headers = { "retry-after": String(retryAfterS) };
    return route.fulfill({ status: 503, headers, json: { msg } });
  });
  await reloadWhole(page);
  await page.getByText("Çalan şarkı öğrenilemedi.").waitFor();
  await page.getByText(msg).waitFor();
  await stopClock(page);
  await page.clock.runFor(50_000);
  assert.equal(asked, 1);

  // Pressing the button does not wait for the time to pass.
  [retryAfterS, msg] = [24 * 60 * 60, "Sistem hâlâ yoğun."];
  await page.getByRole("button", { name: "Tekrar dene" }).click();
  await page.getByText(msg).waitFor();
  assert.equal(asked, 2);
  await page.clock.runFor(4 * MINUTE_MS);
  assert.equal(asked, 2);
  msg = "Sistem yine yoğun.";
  await page.clock.runFor(2 * MINUTE_MS);
  await page.getByText(msg).waitFor();

  // Who is answered after all need not rest any longer.
  await page.unroute("**/api/spotify/player");
  await page.getByRole("button", { name: "Tekrar dene" }).click();
  await page.getByText("Şu anda bir şey çalmıyor.").waitFor();
  const again = page.waitForRequest("**/api/spotify/player", { timeout: 5000 });
  await page.clock.runFor(MINUTE_MS / 6);
  await again;
});

test("a music account that cannot be checked counts as not connected, and says so", async ({ server, browser }) => {
  const { token } = await openCafe(server);
  const page = await openPanel(server, browser, token, "/panel/share");
  const logged = page.waitForEvent("console", (message) => /music account/.test(message.text()));
  await refuse(page, "**/api/auth/status", 503, "Sistem şu anda yoğun.");
  await page.getByRole("link", { name: "İstekler" }).click();
  await page.getByText("Bağlantı durumu şu anda kontrol edilemiyor.").waitFor();
  await logged;
  assert.ok(await page.getByRole("button", PLAY).isDisabled());
  assert.match(browser.takeFaults().join(), /music account/);
});

const APP_ORIGIN = "http://127.0.0.1:8999";
test(
  "opened at another address than APP_ORIGIN, the dashboard leads there to connect",
  async ({ server, browser }) => {
    const { token } = await openCafe(server);
    const page = await openPanel(server, browser, token, "/panel/dashboard");
    await page.getByText("Spotify yalnızca şu adresten bağlanabilir:").waitFor();
    const link = page.getByRole("link", { name: APP_ORIGIN });
    assert.equal(await link.getAttribute("href"), `${APP_ORIGIN}/panel/dashboard`);
    assert.equal(await page.getByRole("button", { name: /Bağlan/ }).count(), 0);
    await assertFits(page, 320);
  },
  { environment: { APP_ORIGIN } },
);

/** A login of today's: the first one has run out by then. */
async function tokenNow({ deps }: ServedApp, { ownerId }: Evening): Promise<string> {
  return await issueToken(deps, (await findAccount(deps.db, ownerId))!);
}

/** Until nothing is on its way: a clock that is put forward would find the calls under way out of time. */
async function reloadWhole(page: Page): Promise<void> {
  await page.reload({ waitUntil: "networkidle" });
}
