// The screen 'Müzik' and 'play next', as a person uses them: consent, devices, sources, files, axe, and where the focus goes.
import { strict as assert } from "node:assert";
import { Buffer } from "node:buffer";
import type { Page } from "playwright-core";
import { PLAYLISTS, shareLink, SONGS } from "../../server/music/demo/catalogue.ts";
import { assertAccessible } from "./chromium/accessibility.ts";
import { connect } from "../support/people/connection.ts";
import { browserTests } from "./chromium/browser_tests.ts";
import { assertFits, assertUsable } from "./chromium/layout.ts";
import { openCafe, refuse } from "./chromium/evening.ts";
import { connectMusic, focused, focusOn, openPanel, stopClock } from "./chromium/panel.ts";

const test = browserTests();

const LIST = "Şarkı;Sanatçı\nGülpembe;Barış Manço\nIslak Islak;Cem Karaca\nyalnız bir alan\n";

test("the music account is connected through its consent page, named a playlist by its link, and disconnected after a confirmation, on a screen that is accessible and fits", async ({ server, browser }) => {
  const { token } = await openCafe(server);
  const page = await openPanel(server, browser, token, "/panel/dashboard");
  const sent: string[] = [];
  page.on("request", (request) => sent.push(request.url()));
  await connectMusic(page);
  assert.ok(!sent.some((url) => url.includes(token)), "the login token enters no address");
  await page.getByRole("status").getByText("Spotify hesabınız bağlandı!").waitFor();
  await page.waitForURL(/\/panel\/music$/);
  await openAccount(page);
  await page.getByText(/İzin \d{1,2} \p{L}+ 20\d\d tarihine kadar geçerli\./u).waitFor();
  const link = page.getByLabel("Spotify çalma listesinin bağlantısı");
  await link.fill(shareLink(PLAYLISTS[0]!));
  await link.press("Enter");
  await page.locator(".music-list").filter({ hasText: PLAYLISTS[0]!.name }).waitFor();
  await link.fill("https://example.com/liste");
  await link.press("Enter");
  await page.getByText(/herkese açık bir çalma listesi bulunamadı/).waitFor();
  await assertAccessible(page, "music screen, with a playlist, and none at a link");
  await assertUsable(page, undefined, ".player-volume > input");
  await page.setViewportSize({ width: 320, height: 256 });
  await page.evaluate(() => document.documentElement.style.fontSize = "200%");
  await assertFits(page, 320);
  await page.evaluate(() => document.documentElement.style.fontSize = "");

  const disconnect = page.getByRole("button", { name: "Bağlantıyı kes" });
  const dialog = page.getByRole("dialog");
  await disconnect.click();
  await dialog.getByText(
    "Spotify bağlantısını kesmek, izinleri sıfırlayacaktır. Yeniden bağlanmanız gerekecek. Emin misiniz?",
  ).waitFor();
  await dialog.getByRole("button", { name: "Vazgeç" }).click();
  await page.getByText("Spotify bağlı", { exact: true }).waitFor({ state: "attached" });
  await focusOn(page, "Bağlantıyı kes");

  await refuse(page, "**/api/spotify/disconnect", "database_unavailable", "Sistem şu anda yoğun.");
  await disconnect.click();
  await dialog.getByRole("button", { name: "Bağlantıyı kes" }).click();
  await page.getByText("Bağlantı kesilirken bir hata oluştu.").waitFor();
  await page.locator(".notice-error").getByRole("button", { name: "Bildirimi kapat" }).click();
  await page.unroute("**/api/spotify/disconnect");
  await disconnect.click();
  await dialog.getByRole("button", { name: "Bağlantıyı kes" }).click();
  await page.getByText("Spotify bağlantısı başarıyla kaldırıldı!").waitFor();
  await page.getByText("Spotify bağlı değil").waitFor({ state: "attached" });
  await page.getByRole("button", { name: "Spotify'a bağlan" }).waitFor();
  await assertFits(page, 320);
});

test("play next plays the song on the chosen device, whose list keeps the focus, and nothing moves when its button begins to rest", async ({ server, browser }) => {
  const cafe = await openCafe(server);
  const { id, title } = SONGS[0]!;
  await cafe.queueSong({ uri: `spotify:track:${id}`, songTitle: title });
  await connect(server, cafe.token);
  const page = await openPanel(server, browser, cafe.token, "/panel/dashboard", { fresh: true });
  await page.getByText("Şu anda bir şey çalmıyor.").waitFor();

  const play = page.getByRole("button", { name: "Sıradaki şarkıyı çal" });
  await openAccount(page);
  const devices = page.getByLabel("Müziğin çalacağı cihaz");
  const device = await devices.locator("option:not([disabled])").first().textContent();
  await devices.focus();
  await devices.selectOption(device);
  await page.getByText("Müzik artık bu cihazda çalacak.").waitFor();
  assert.ok(
    await devices.evaluate((list) => list === document.activeElement),
    "it keeps the focus",
  );
  await page.getByRole("link", { name: "İstekler" }).click();
  const width = () => play.evaluate((button) => button.getBoundingClientRect().width);
  const ready = await width();
  await page.clock.install();
  await stopClock(page);
  await play.click();
  await page.locator("[role=status] > .notice", { hasText: title }).waitFor();
  assert.equal(await play.getAttribute("aria-disabled"), "true", "it rests after a success");
  assert.equal(await width(), ready);
  await page.clock.resume();
  const now = page.getByRole("region", { name: "Şimdi çalıyor" });
  await now.getByText(title).first().waitFor();
  await now.getByRole("progressbar", { name: "Şarkının ilerleyişi" }).waitFor();
  await assertAccessible(page, "dashboard, playing");
  await assertFits(page, 320);
  await openAccount(page);
  await page.getByText(`Şu anda: ${device}`).waitFor();
});

test("a source is chosen with the keyboard, and a list as a file; the screen says how it was read", async ({ server, browser }) => {
  const cafe = await openCafe(server);
  await cafe.queueSong();
  const page = await openPanel(server, browser, cafe.token, "/panel/music");
  await page.getByRole("radio", { name: "Spotify" }).focus();
  // The cafe's own files may be in between.
  for (let i = 0; i < 2 && await focused(page) !== "Başka bir müzik sistemi"; i++) {
    await page.keyboard.press("ArrowDown");
  }
  await focusOn(page, "Başka bir müzik sistemi");
  assert.ok(await page.getByRole("radio", { name: "Spotify" }).isChecked());
  await page.keyboard.press("Space");
  await page.getByText("Sıradaki 1 şarkı sırada kaldı.", { exact: false }).waitFor();
  await page.getByRole("heading", { name: "Nasıl çalışır?" }).waitFor();
  assert.equal(await focused(page), "Başka bir müzik sistemi");
  await page.getByRole("button", { name: "Çalıyor", exact: true }).waitFor();

  const [chooser] = await Promise.all([
    page.waitForEvent("filechooser"),
    page.getByRole("button", { name: "Dosya seç" }).click(),
  ]);
  await chooser.setFiles({ name: "liste.csv", mimeType: "text/csv", buffer: Buffer.from(LIST) });
  await page.getByRole("button", { name: "Listeyi yükle" }).click();
  await page.getByText("2 şarkı yüklendi, 1 satır atlandı.").waitFor();
});

/** Opens the screen of the connected account. */
async function openAccount(page: Page): Promise<void> {
  const link = page.getByRole("link", { name: "Spotify bağlı", exact: true });
  // On a phone the bar has to be unfolded first.
  const unfold = page.getByRole("button", { name: "Oynatıcının tamamı" });
  if (await unfold.isVisible()) await unfold.click();
  await link.click();
  await page.getByRole("region", { name: "Müzik hesabı" }).waitFor();
}
