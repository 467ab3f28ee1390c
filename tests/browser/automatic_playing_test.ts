// Songs play by themselves: an owner turns it on once, and a person at the music service's own app is never fought.
import { strict as assert } from "node:assert";
import type { Locator, Page } from "playwright-core";
import { PLAYLISTS, shareLink } from "../../server/music/demo/catalogue/playlists.ts";
import { SONGS } from "../../server/music/demo/catalogue/songs.ts";
import { assertEachAccessible } from "../support/browser/accessibility.ts";
import { browserTests, type Scene } from "../support/browser/browser_tests.ts";
import { type Evening, openCafe, refuse } from "../support/browser/evening.ts";
import { assertFits, assertTouchable } from "../support/browser/layout.ts";
import { connectMusic, focusOn, openPanel } from "../support/browser/panel.ts";
import { connect } from "../support/people/connection.ts";
import { createClock } from "../support/time/clock.ts";
import { until } from "../support/time/until.ts";

const test = browserTests();
/** For one test. */
const standing = createClock();

const FIVE = SONGS.slice(0, 5);
const SWITCH = { name: "Otomatik çal" };
const LINK = "Spotify çalma listesinin bağlantısı";

test(
  "five songs play through without a press, and the bar, the guest's page and the television follow them to the end",
  async (scene) => {
    await using stage = await openStage(scene, "5 saniye");
    const { panel, bar, queueUp } = stage;
    const guest = await scene.browser.newPage();
    await guest.goto(stage.cafe.cafeUrl);
    const television = await scene.browser.newPage();
    await television.goto(`${stage.cafe.cafeUrl}/ekran`);
    const titles = FIVE.map(({ title }) => title);
    const following = [panel, guest, television].map((page) => noteTitles(page, titles));
    await Promise.all(following);
    await queueUp(FIVE);
    const presses: string[] = [];
    // The switch's own call, which goes out some time after the click, is the last one by hand.
    const switched = panel.waitForRequest((request) => request.method() === "PUT");
    await panel.getByRole("switch", SWITCH).click();
    await switched;
    panel.on("request", (request) => {
      if (request.method() !== "GET") presses.push(request.url());
    });
    const { deps } = scene.server;
    const letPass = (ms: number) => standing.run(ms, () => deps.conductors.idle());
    for (const title of titles) {
      await until(async () => {
        if (await stage.playing() === title) return true;
        await letPass(1_000);
        return false;
      });
      // No time passes until every page has shown the song: a slow one would miss a song of five seconds.
      for (const page of [panel, guest, television]) {
        await page.waitForFunction(
          (title) => Reflect.get(window, "shownTitles").at(-1) === title,
          title,
          { timeout: 60_000 },
        );
      }
    }
    await letPass(10_000);
    await state(bar, "Çalınacak bir şey yok.");
    await bar.getByText("Sırada şarkı yok.").waitFor();
    for (const page of [panel, guest, television]) {
      assert.deepEqual(await page.evaluate(() => Reflect.get(window, "shownTitles")), titles);
    }
    assert.deepEqual(presses, []);
  },
  { clock: () => standing },
);

test("a person who pauses at the music service is not fought: the bar says so, and 'Devam' goes on", async (scene) => {
  await using stage = await openStage(scene, "Kendi süresi");
  const { panel, person, bar, queueUp } = stage;
  await queueUp(FIVE.slice(0, 1));
  await panel.getByRole("switch", SWITCH).click();
  await bar.locator(".song-title").filter({ hasText: FIVE[0]!.title }).waitFor();
  await person.reload();
  await person.getByRole("button", { name: "Duraklat", exact: true }).click();
  await state(bar, "Müzik duraklatıldı.");
  await bar.getByText("Duraklatıldı").first().waitFor();
  const resume = bar.getByRole("button", { name: "Devam" });
  await resume.press("Enter");
  await state(bar, "Müşteri isteği çalıyor.");
  await focusOn(panel, "Duraklat");
  await person.getByText("Çalıyor · Bar hoparlörü").waitFor();

  await panel.getByRole("slider", { name: "Ses düzeyi" }).press("ArrowLeft");
  await bar.getByText("%69").waitFor();
  await person.getByText("69").first().waitFor();
});

test("the bar is accessible in every state that needs the owner, and its targets are large enough", async (scene) => {
  const { page, cafe } = await openConnected(scene, "/panel/share");
  await cafe.queueSong();
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
  const states = ["fallback", "paused", "human", "no_device", "reconnect", "blocked", "stopped"];
  await assertEachAccessible(page, Object.fromEntries(states.map((name) => [name, show(name)])));
  for (const name of ["paused", "no_device"]) {
    await show(name)();
    for (const width of [320, 360, 820, 1280]) {
      await assertFits(page, width);
      await assertTouchable(page, "main *, .bar a, .player-volume > input");
    }
  }
  await page.setViewportSize({ width: 320, height: 740 });
  await page.getByRole("button", { name: "Ses düzeyini göster" }).waitFor({ state: "visible" });
  await page.getByRole("button", { name: "Ses düzeyini göster" }).click();
  await page.getByRole("slider", { name: "Ses düzeyi" }).waitFor();
  await assertFits(page, 320);
  await page.evaluate(() => document.documentElement.style.fontSize = "200%");
  await assertFits(page, 320);
});

test("the music's screen is accessible, fits every width, and shows the playlist that it has read", async (scene) => {
  const { page } = await openConnected(scene, "/panel/music");
  const link = page.getByLabel(LINK);
  await assertEachAccessible(page, {
    "music screen": () => page.getByLabel("Müziğin çalacağı cihaz").waitFor(),
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
  const cover = page.locator(".music-list img");
  await cover.evaluate((image: HTMLImageElement) => image.decode());
  assert.ok(await cover.evaluate((image: HTMLImageElement) => image.naturalWidth > 0));
  for (const width of [320, 360, 820, 1280]) {
    await assertFits(page, width);
    await assertTouchable(page, ".player-volume > input");
  }
  await page.setViewportSize({ width: 320, height: 256 });
  await page.evaluate(() => document.documentElement.style.fontSize = "200%");
  await assertFits(page, 320);
});

/** Notes in the page which of these titles its part 'Şimdi çalıyor' shows, one after another. */
async function noteTitles(page: Page, titles: string[]): Promise<void> {
  await page.evaluate((titles) => {
    const shown: string[] = [];
    Reflect.set(window, "shownTitles", shown);
    const look = () => {
      const heading = [...document.querySelectorAll("h2, h1")]
        .find((each) => each.textContent === "Şimdi çalıyor");
      const part = heading?.closest("section") ??
        document.querySelector("[aria-label='Şimdi çalıyor']");
      const title = part &&
        titles.find((each) =>
          [...part.querySelectorAll("*")].some((e) =>
            e.children.length === 0 && e.textContent === each
          )
        );
      if (title && title !== shown.at(-1)) shown.push(title);
    };
    new MutationObserver(look).observe(document.body, {
      childList: true,
      subtree: true,
      characterData: true,
    });
  }, titles);
}

interface Stage extends AsyncDisposable {
  cafe: Evening;
  /** The owner's page, and the music service's app in the same browser. */
  panel: Page;
  person: Page;
  bar: Locator;
  /** The songs, so that they play in this order. */
  queueUp(songs: typeof FIVE): Promise<void>;
  /** The title of the song that plays. */
  playing(): Promise<string | undefined>;
}

/** A connected cafe whose account's songs are `length` long, on a server that lets songs play by themselves. */
async function openStage({ server, browser }: Scene, length: string): Promise<Stage> {
  const cafe = await openCafe(server);
  const conducting = server.deps.conductors.start();
  const panel = await openPanel(server, browser, cafe.token, "/panel/dashboard");
  await connectMusic(panel);
  const person = await panel.context().newPage();
  await person.goto(`${server.origin}/demo/player`);
  await person.getByRole("button", { name: length, exact: true }).click();
  await person.getByRole("button", { name: length, exact: true, pressed: true }).waitFor();
  await panel.bringToFront();
  return {
    cafe,
    panel,
    person,
    bar: panel.getByRole("region", { name: "Şimdi çalıyor" }),
    async queueUp(songs) {
      for (const [i, { id, title: songTitle }] of songs.entries()) {
        const uri = `spotify:track:${id}`;
        await cafe.queueSong({ uri, songTitle, tipAmount: 100 - i });
      }
    },
    async playing() {
      const headers = { "x-auth-token": cafe.token };
      const playback = await (await fetch(`${server.origin}/api/playback`, { headers })).json();
      return playback.playing?.title;
    },
    [Symbol.asyncDispose]: () => conducting.stop(),
  };
}

async function openConnected({ server, browser }: Scene, path: string) {
  const cafe = await openCafe(server);
  await connect(server, cafe.token);
  return { cafe, page: await openPanel(server, browser, cafe.token, path) };
}

/** Waits until the bar says that. */
async function state(bar: Locator, sentence: string): Promise<void> {
  await bar.getByRole("status").filter({ hasText: sentence }).waitFor({ timeout: 60_000 });
}
