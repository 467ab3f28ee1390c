// axe on every screen with which an owner runs the music and the tables, in its states and in both colour schemes.
import { PLAYLISTS, shareLink } from "../../server/music/demo/catalogue/playlists.ts";
import { assertEachAccessible } from "../support/browser/accessibility.ts";
import { browserTests } from "../support/browser/browser_tests.ts";
import { openCafe, refuse } from "../support/browser/evening.ts";
import { assertFits, assertTouchable } from "../support/browser/layout.ts";
import { holding, openPanel } from "../support/browser/panel.ts";
import { servePlayer } from "../support/browser/player_page.ts";
import { connect } from "../support/people/connection.ts";
import { until } from "../support/time/until.ts";

const test = browserTests();

const WIDTHS = [320, 360, 820, 1280];
/** The states in which the bar needs the owner. */
const STATES = ["fallback", "paused", "human", "no_device", "reconnect", "blocked", "stopped"];
/** Longer than the test needs it. */
const SONG_SECONDS = 60;

test("the player's page is accessible, from the first press to the loss of the server", async ({ server, browser }) => {
  const cafe = await openCafe(server);
  const page = await browser.newPage({ fresh: true, ...holding(server, cafe.token) });
  const player = await servePlayer(page.context(), SONG_SECONDS);
  await assertEachAccessible(page, {
    "player, start": async () => {
      await page.goto(`${server.origin}/panel/player`);
      await page.getByRole("button", { name: "Müziği başlat" }).waitFor();
    },
    "player, playing": async () => {
      await page.getByRole("button", { name: "Müziği başlat" }).click();
      await until(() => player.heard.includes("started 1"));
      await page.getByRole("region", { name: "Şimdi çalıyor" })
        .getByText("Şarkı 1", { exact: true }).waitFor();
    },
    "player, offline": async () => {
      player.isDown = true;
      // This tells the room.
      await cafe.submit();
      await page.getByText("Bağlantı yok. Müzik sürüyor…").waitFor();
      player.isDown = false;
    },
  });
});

test("the bar in every state that needs the owner and the music's screen are accessible, and fit every width", async ({ server, browser }) => {
  const cafe = await openCafe(server);
  await connect(server, cafe.token);
  await cafe.queueSong();
  const page = await openPanel(server, browser, cafe.token, "/panel/share");
  const show = (name: string) => async () => {
    await page.unroute("**/api/playback");
    await page.route("**/api/playback", (route) =>
      route.fulfill({
        json: {
          ...{ auto: true, state: name, sentence: `Bu bir cümle: ${name}.`, playing: null },
          ...{ canVolume: true, volumePercent: 40 },
        },
      }));
    await page.reload();
    await page.getByText(`Bu bir cümle: ${name}.`).waitFor();
    await page.getByRole("heading", { level: 1, name: "Paylaş" }).waitFor();
  };
  await assertEachAccessible(page, Object.fromEntries(STATES.map((name) => [name, show(name)])));
  for (const name of ["paused", "no_device"]) {
    await show(name)();
    for (const width of WIDTHS) {
      await assertFits(page, width);
      await assertTouchable(page, "main *, .bar a, .player-volume > input");
    }
  }
  await page.setViewportSize({ width: 320, height: 740 });
  await page.getByRole("button", { name: "Ses düzeyini göster" }).click();
  await page.getByRole("slider", { name: "Ses düzeyi" }).waitFor();
  await assertFits(page, 320);
  await page.evaluate(() => document.documentElement.style.fontSize = "200%");
  await assertFits(page, 320);
  await page.unroute("**/api/playback");

  const link = page.getByLabel("Spotify çalma listesinin bağlantısı");
  await assertEachAccessible(page, {
    "music screen": async () => {
      await page.goto(`${server.origin}/panel/music`);
      await page.getByLabel("Müziğin çalacağı cihaz").waitFor();
    },
    "music screen, no playlist at the link": async () => {
      await link.fill("https://example.com/liste");
      await link.press("Enter");
      await page.getByText(/herkese açık bir çalma listesi bulunamadı/).waitFor();
    },
    "music screen, playlist": async () => {
      await link.fill(shareLink(PLAYLISTS[0]!));
      await link.press("Enter");
      await page.locator(".music-list").filter({ hasText: PLAYLISTS[0]!.name }).waitFor();
    },
    "music screen, disconnecting": async () => {
      await page.getByRole("button", { name: "Bağlantıyı kes" }).click();
      await page.getByRole("dialog").waitFor();
    },
    "music screen, devices that cannot be read": async () => {
      await page.keyboard.press("Escape");
      await refuse(page, "**/api/spotify/player", 502, "Spotify yanıt vermiyor.");
      await page.getByRole("button", { name: "Cihazları yenile" }).click();
      await page.getByText("Cihazlar okunamadı.").waitFor();
      await page.unroute("**/api/spotify/player");
    },
  });
  for (const width of WIDTHS) {
    await assertFits(page, width);
    await assertTouchable(page, ".player-volume > input");
  }
  await page.setViewportSize({ width: 320, height: 256 });
  await page.evaluate(() => document.documentElement.style.fontSize = "200%");
  await assertFits(page, 320);
});
