// The player's page in a browser, with a server that answers its calls and tones as songs.
import { strict as assert } from "node:assert";
import type { BrowserContext, Page } from "playwright-core";
import { browserTests, type Scene } from "./chromium/browser_tests.ts";
import { assertFits } from "./chromium/layout.ts";
import { holding, isFetched, openRoom } from "./chromium/panel.ts";
import {
  audioEvents,
  type PlayerServer,
  seekBeforeEnd,
  servePlayer,
  sounding,
  watchAudio,
} from "./chromium/player_page.ts";
import { takeScreenshot } from "./chromium/screenshots.ts";
import { createOwner } from "../support/people/factories.ts";
import { submit } from "../support/people/requests.ts";
import { LONG } from "../support/time/effort.ts";
import { until } from "../support/time/until.ts";

const test = browserTests();

const START = "Müziği başlat";
const NEARBY = "Oynatıcı bu cihazda başka bir sekmede açık.";
const SIZES = [[320, 256], [360, 740], [820, 1180], [1280, 800]] as const;
/** Whose cafe a page is of. */
const owners = new WeakMap<BrowserContext, string>();
const SONGS = LONG ? 50 : 12;
/** The most silence between two songs, in ms. */
const MAX_GAP_MS = 100;
/** Longer than a test needs it: such a song ends when the test moves to its end. */
const LONG_SONG_SECONDS = 60;

const SILENCE = LONG ? ", with hardly any silence between them" : "";

test(`files that cannot be played are reported, and those that can be play one after the other${SILENCE}`, async (scene) => {
  const { page, player } = await openPlayer(scene, 0.4);
  player.file = new TextEncoder().encode("this is no song");
  player.stopsAfterThree = true;
  await page.getByRole("button", { name: START }).click();
  await page.getByText(/^Müzik durdu: art arda üç şarkı çalınamadı/).waitFor();
  const failed = ["failed 1", "failed 2", "failed 3"];
  assert.deepEqual(player.heard, failed);
  player.file = undefined;
  await commanded(page, () => display(page).getByRole("button", { name: "Tekrar dene" }).click());
  await tell(scene, page);
  const last = SONGS + failed.length;
  await until(() => player.heard.includes(`ended ${last}`));
  const played = Array.from({ length: SONGS }, (_, i) => i + 1 + failed.length)
    .flatMap((song) => [`started ${song}`, `ended ${song}`]);
  assert.deepEqual(player.heard.slice(0, failed.length + 2 * SONGS), [...failed, ...played]);
  // Time is measured by the long form alone: a busy machine holds up songs of 0.4 s.
  const gaps = gapsOf(await audioEvents(page));
  const nearlyAll = gaps[Math.floor(0.9 * gaps.length)]!;
  if (LONG) assert.ok(nearlyAll < MAX_GAP_MS, `gaps of ${gaps.map(Math.round)} ms`);
});

test("songs overlap if the owner wants; without a network the song plays on, and the next one begins", async (scene) => {
  const { page, player } = await openPlayer(scene, LONG_SONG_SECONDS);
  await start(page, player);
  // The first song is played from its address, the others from memory.
  player.skip();
  await tell(scene, page);
  await until(() => player.heard.includes("started 2"));
  await until(async () => await sounding(page) === 1);
  await until(() => isFetched(page, "/3.mp3"));
  const before = (await audioEvents(page)).length;
  await page.getByRole("radio", { name: "4 sn" }).check();
  await seekBeforeEnd(page, 2);
  await until(() => player.heard.includes("started 3"));
  const happened = async () => (await audioEvents(page)).slice(before).map(({ type }) => type);
  await until(async () => (await happened()).includes("pause"));
  const events = await happened();
  assert.ok(events.indexOf("playing") < events.indexOf("pause"), `they overlap: ${events}`);

  await page.getByRole("radio", { name: "Kapalı" }).check();
  await until(() => isFetched(page, "/4.mp3"));
  player.isDown = true;
  const context = page.context();
  await context.setOffline(true);
  const heard = [...player.heard];
  await seekBeforeEnd(page, 0.2);
  await display(page).getByText("Şarkı 4", { exact: true }).waitFor();
  await page.getByText("Bağlantı yok. Müzik sürüyor…").waitFor();
  // A screen that was not opened before leaves the music alone.
  await page.getByRole("link", { name: "Paylaş" }).click();
  await page.getByRole("heading", { level: 1, name: "Sayfa yüklenemedi" }).waitFor();
  await until(async () => await sounding(page) === 1);
  await seekBeforeEnd(page, 0.2);
  await until(async () => await sounding(page) === 0);
  assert.deepEqual(player.heard, heard);
  player.isDown = false;
  await context.setOffline(false);
  await until(() => player.heard.includes("started 5"));
  assert.deepEqual(player.heard, [
    ...["started 1", "started 2", "ended 2", "started 3"],
    ...["ended 3", "started 4", "ended 4", "started 5"],
  ]);
  await page.getByText(/^Bağlantı yok/).waitFor({ state: "detached" });
  scene.browser.takeFaults();
});

test("the player fits every screen, fills it on request, hears keys, plays on under other screens, and after a reload on a press", async (scene) => {
  const { page, player } = await openPlayer(scene, LONG_SONG_SECONDS);
  for (const [width] of SIZES) await assertFits(page, width);
  await start(page, player);
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    await assertFits(page, width);
    const size = await page.locator(".speaker-title").evaluate((title) =>
      parseFloat(getComputedStyle(title).fontSize)
    );
    // To be read from two metres on a tablet.
    assert.ok(size >= (width >= 820 ? 40 : 28), `a title of ${size} px at ${width} px`);
  }
  // Names of 300 letters, which a guest may send, leave the buttons in sight, above a phone's links.
  await page.locator(".speaker-title, .speaker-artist").evaluateAll((names) => {
    for (const name of names) name.textContent = "Uzun bir isim ".repeat(22);
  });
  for (const [width, height] of SIZES.slice(1)) {
    await page.setViewportSize({ width, height });
    const { y, height: own } = (await display(page).getByRole("button", { name: "Geç" })
      .boundingBox())!;
    assert.ok(y + own <= height - 61, `the buttons end at ${y + own} of ${height} px`);
  }

  await display(page).getByRole("button", { name: "Tam ekran" }).click();
  const back = display(page).getByRole("button", { name: "Tam ekrandan çık" });
  await back.waitFor();
  await takeScreenshot(page, "player-full-screen");
  const { width } = (await display(page).boundingBox())!;
  assert.equal(width, page.viewportSize()!.width);
  await back.click();
  await display(page).getByRole("button", { name: "Tam ekran", exact: true }).waitFor();

  const session = () =>
    page.evaluate(() => {
      const { metadata, playbackState } = navigator.mediaSession;
      return [metadata?.title, playbackState];
    });
  assert.deepEqual(await session(), ["Şarkı 1", "playing"]);
  await page.getByRole("heading", { level: 1 }).focus();
  for (
    const [expected, state, sentence] of [
      [0, "paused", /^Müzik duraklatıldı/],
      [1, "playing", /çalıyor\. Bitince/],
    ] as const
  ) {
    await commanded(page, () => page.keyboard.press("Space"));
    // A command is under way, and a key is ignored, until the page has read the state again.
    await display(page).getByText(sentence).waitFor();
    await tell(scene, page);
    await until(async () => await sounding(page) === expected);
    await until(async () => (await session())[1] === state);
  }
  await page.getByRole("checkbox").focus();
  await page.keyboard.press("Space");
  assert.equal(await page.getByRole("checkbox").isChecked(), false);
  assert.equal(await sounding(page), 1);

  await openRoom(page, "Müzik");
  await page.getByRole("heading", { level: 1, name: "Müzik" }).waitFor();
  assert.equal(await sounding(page), 1);
  await page.goBack();
  await display(page).getByText("Şarkı 1", { exact: true }).waitFor();
  await assertAsksForAPress(page);
});

test("a reload and a second tab leave one tab that sounds, and who would end its music is asked first", async (scene) => {
  const { page, player } = await openPlayer(scene, LONG_SONG_SECONDS);
  const cafe = { name: "Kafe", role: "owner" };
  const cafes = ["1", "2"].map((id) => ({ ...cafe, ownerId: id, cafeId: id }));
  await page.route("**/api/team/cafes", (route) => route.fulfill({ json: cafes }));
  await page.reload();
  await start(page, player);
  await page.reload();
  await display(page).getByText("Şarkı 1", { exact: true }).waitFor();
  await until(async () => await sounding(page) === 1);

  const second = await page.context().newPage();
  await watchAudio(second);
  await second.goto(page.url());
  await second.getByText(NEARBY).waitFor();
  await second.getByRole("button", { name: "Burada aç" }).click();
  await display(second).getByText("Şarkı 1", { exact: true }).waitFor();
  await page.getByText(NEARBY).waitFor();
  assert.deepEqual([await sounding(page), await sounding(second)], [0, 1]);
  await page.getByRole("button", { name: "Burada sürdür" }).click();
  await display(page).getByText("Şarkı 1", { exact: true }).waitFor();
  await until(async () => await sounding(second) === 0);
  await second.close();

  await page.getByRole("button", { name: "Çıkış yap" }).click();
  const question = page.getByRole("dialog");
  await question.getByText("Müzik bu sekmede çalıyor. Durdurulsun mu?").waitFor();
  await takeScreenshot(page, "player-log-out");
  await question.getByRole("button", { name: "Vazgeç" }).click();
  await page.getByRole("link", { name: /kafe değiştir$/ }).click();
  await question.getByText("Müzik bu sekmede çalıyor. Durdurulsun mu?").waitFor();
  await question.getByRole("button", { name: "Vazgeç" }).click();
  await display(page).getByText("Şarkı 1", { exact: true }).waitFor();
  const asked = page.waitForEvent("dialog");
  const closing = page.close({ runBeforeUnload: true });
  const dialog = await asked;
  assert.equal(dialog.type(), "beforeunload");
  await dialog.dismiss();
  await closing;
  assert.equal(await sounding(page), 1);
  const leftBefore = player.left;
  await page.getByRole("button", { name: "Çıkış yap" }).click();
  await question.getByRole("button", { name: "Müziği durdur" }).click();
  await page.getByText("Çıkış yaptınız.").waitFor();
  assert.deepEqual([await sounding(page), player.left - leftBefore], [0, 1]);
});

/** Asserts that a reload of `page` that the browser lets make no sound says so, and plays after a press. */
async function assertAsksForAPress(page: Page): Promise<void> {
  const tab = await page.evaluate(() => ({ ...sessionStorage }));
  // What Playwright does in a page counts as a press, so this one is left alone until it was refused.
  const reloaded = await page.context().newPage();
  await reloaded.addInitScript((tab) => {
    Object.assign(sessionStorage, tab);
    const { play } = HTMLMediaElement.prototype;
    HTMLMediaElement.prototype.play = function () {
      const playing = play.call(this);
      playing.catch((error) => console.debug(error.name));
      return playing;
    };
  }, tab);
  await Promise.all([
    reloaded.waitForEvent("console", (message) => message.text() === "NotAllowedError"),
    reloaded.goto(page.url()),
  ]);
  await reloaded.getByText("Sayfa yenilendi. Tarayıcı, siz dokunmadan ses çıkarmıyor.").waitFor();
  await reloaded.getByRole("button", { name: START }).click();
  await display(reloaded).getByText("Şarkı 1", { exact: true }).waitFor();
}

/** What plays, with its buttons. */
function display(page: Page) {
  return page.getByRole("region", { name: "Şimdi çalıyor" });
}

/** Presses the button, and waits for the first song. */
async function start(page: Page, player: PlayerServer): Promise<void> {
  await page.getByRole("button", { name: START }).click();
  await until(() => player.heard.includes("started 1"));
  await display(page).getByText("Şarkı 1", { exact: true }).waitFor();
}

/** Gives a command to the music, and waits until the server has it. */
async function commanded(page: Page, act: () => Promise<void>): Promise<void> {
  await Promise.all([page.waitForResponse("**/api/playback/*"), act()]);
}

/** Lets the page hear of a change in the cafe, as the room's messages do. */
async function tell({ server }: Scene, page: Page): Promise<void> {
  const ownerId = owners.get(page.context());
  await submit(server, ownerId!);
}

/** The silences between songs in ms, the shortest first. */
function gapsOf(events: { type: string; atMs: number }[]): number[] {
  const gaps = events.flatMap(({ type, atMs }, i) => {
    const follower = events.slice(i).find((event) => event.type === "playing");
    return type === "ended" && follower ? [follower.atMs - atMs] : [];
  });
  return gaps.toSorted((a, b) => a - b);
}

async function openPlayer(
  { server, browser }: Scene,
  seconds: number,
): Promise<{ page: Page; player: PlayerServer }> {
  const { ownerId, token } = await createOwner(server.deps);
  const page = await browser.newPage({ fresh: true, ...holding(server, token) });
  const player = await servePlayer(page.context(), seconds);
  owners.set(page.context(), ownerId);
  await watchAudio(page);
  await page.goto(`${server.origin}/panel/player`);
  await page.getByRole("button", { name: START }).waitFor();
  return { page, player };
}
