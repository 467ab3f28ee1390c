// The player's page in a browser, with a server that answers its calls and tones as songs.
import { strict as assert } from "node:assert";
import type { BrowserContext, Page } from "playwright-core";
import { assertEachAccessible } from "../support/browser/accessibility.ts";
import { browserTests, type Scene } from "../support/browser/browser_tests.ts";
import { assertFits } from "../support/browser/layout.ts";
import { holding } from "../support/browser/panel.ts";
import {
  audioEvents,
  type PlayerServer,
  servePlayer,
  sounding,
  watchAudio,
} from "../support/browser/player_page.ts";
import { takeScreenshot } from "../support/browser/screenshots.ts";
import { createOwner } from "../support/people/factories.ts";
import { submit } from "../support/people/requests.ts";
import { LONG } from "../support/time/effort.ts";
import { until } from "../support/time/until.ts";

/** As strict as the browser of an owner: a page makes no sound before a press. */
const test = browserTests({ moreFlags: ["--autoplay-policy=document-user-activation-required"] });

const START = "Müziği başlat";
const NEARBY = "Oynatıcı bu cihazda başka bir sekmede açık.";
/** Whose cafe a page is of. */
const owners = new WeakMap<BrowserContext, string>();
const SONGS = LONG ? 50 : 12;
/** The most silence between two songs, in ms. */
const MAX_GAP_MS = 100;

test("between songs there is hardly any silence, and each is begun and ended once", async (scene) => {
  const { page, player } = await openPlayer(scene, 0.4);
  await page.getByRole("button", { name: START }).click();
  await until(() => player.heard.includes(`ended ${SONGS}`));
  const expected = Array.from({ length: SONGS }, (_, i) => [`started ${i + 1}`, `ended ${i + 1}`]);
  assert.deepEqual(player.heard.slice(0, 2 * SONGS), expected.flat());
  const gaps = gapsOf(await audioEvents(page));
  // A busy machine may hold up some of them, so the quick form looks at the median.
  const usual = gaps[Math.floor((LONG ? 0.9 : 0.5) * gaps.length)]!;
  assert.ok(usual < MAX_GAP_MS, `gaps of ${gaps.map(Math.round)} ms`);
});

test("without a network the song plays on and the next one begins; the server hears of it in order afterwards", async (scene) => {
  const { page, player } = await openPlayer(scene, 2);
  // As soon as the next song is in memory, which is long before the end of this one.
  page.on("requestfinished", (request) => {
    if (request.url().endsWith("/2.mp3")) player.isDown = true;
  });
  await page.getByRole("button", { name: START }).click();
  await until(() => player.isDown);
  const context = page.context();
  await context.setOffline(true);
  // Neither is shown for longer than the song lasts.
  await Promise.all([
    page.getByText("Bağlantı yok. Müzik sürüyor…").waitFor(),
    display(page).getByText("Şarkı 2", { exact: true }).waitFor(),
  ]);
  await display(page).getByText("Şu anda bir şey çalmıyor.").waitFor();
  assert.deepEqual(player.heard, ["started 1"]);
  player.isDown = false;
  await context.setOffline(false);
  await until(() => player.heard.includes("started 3"));
  assert.deepEqual(player.heard, [
    "started 1",
    "ended 1",
    "started 2",
    "ended 2",
    "started 3",
  ]);
  await page.getByText(/^Bağlantı yok/).waitFor({ state: "detached" });
  scene.browser.takeFaults();
});

test("a second tab says that the player is open elsewhere, takes over, and the first one is silent", async (scene) => {
  const { page, player } = await openPlayer(scene, 60);
  await start(page, player);
  const second = await page.context().newPage();
  await watchAudio(second);
  await second.goto(page.url());
  await second.getByText(NEARBY).waitFor();
  assert.equal(await sounding(page), 1);
  await second.getByRole("button", { name: "Burada aç" }).click();
  await display(second).getByText("Şarkı 1", { exact: true }).waitFor();
  await page.getByText(NEARBY).waitFor();
  assert.deepEqual([await sounding(page), await sounding(second)], [0, 1]);
  await page.getByRole("button", { name: "Burada sürdür" }).click();
  await display(page).getByText("Şarkı 1", { exact: true }).waitFor();
});

test("while music is heard, leaving and logging out ask first, and the lease is given back", async (scene) => {
  const { page, player } = await openPlayer(scene, 60);
  const cafe = { name: "Kafe", role: "owner" };
  const cafes = ["1", "2"].map((id) => ({ ...cafe, ownerId: id, cafeId: id }));
  await page.route("**/api/team/cafes", (route) => route.fulfill({ json: cafes }));
  await page.reload();
  await start(page, player);
  await page.getByRole("button", { name: "Çıkış yap" }).click();
  const question = page.getByRole("dialog");
  await question.getByText("Müzik bu sekmede çalıyor. Durdurulsun mu?").waitFor();
  await takeScreenshot(page, "player-log-out");
  await question.getByRole("button", { name: "Vazgeç" }).click();
  await page.getByRole("link", { name: /kafe değiştir$/ }).click();
  await question.getByText("Müzik bu sekmede çalıyor. Durdurulsun mu?").waitFor();
  await question.getByRole("button", { name: "Vazgeç" }).click();
  await display(page).getByText("Şarkı 1", { exact: true }).waitFor();
  assert.equal(await sounding(page), 1);
  const asked = page.waitForEvent("dialog");
  const closing = page.close({ runBeforeUnload: true });
  const dialog = await asked;
  assert.equal(dialog.type(), "beforeunload");
  await dialog.dismiss();
  await closing;
  assert.deepEqual([await sounding(page), player.left], [1, 0]);
  await page.getByRole("button", { name: "Çıkış yap" }).click();
  await question.getByRole("button", { name: "Müziği durdur" }).click();
  await page.getByText("Çıkış yaptınız.").waitFor();
  assert.deepEqual([await sounding(page), player.left], [0, 1]);
});

test("the music goes on while the panel shows another screen, and after a reload", async (scene) => {
  const { page, player } = await openPlayer(scene, 60);
  await start(page, player);
  await page.getByRole("navigation", { name: "Panel" })
    .getByRole("link", { name: "Müzik", exact: true }).click();
  await page.getByRole("heading", { level: 1, name: "Müzik" }).waitFor();
  assert.equal(await sounding(page), 1);
  await page.goBack();
  await display(page).getByText("Şarkı 1", { exact: true }).waitFor();
  await page.reload();
  await display(page).getByText("Şarkı 1", { exact: true }).waitFor();
  await until(async () => await sounding(page) === 1);
});

test("after a reload the page asks for a press again if the browser wants one, and says why", async (scene) => {
  const { page, player } = await openPlayer(scene, 60);
  await start(page, player);
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
});

test("songs overlap if the owner wants, and otherwise one sounds at a time", async (scene) => {
  const { page, player } = await openPlayer(scene, 8);
  await start(page, player);
  await page.getByRole("radio", { name: "4 sn" }).check();
  await until(() => player.heard.includes("ended 1"));
  await until(async () => await sounding(page) === 2);
  await until(async () => await sounding(page) === 1);
  assert.deepEqual(player.heard, ["started 1", "ended 1", "started 2"]);
  player.skip();
  await tell(scene, page);
  await display(page).getByText("Şarkı 3", { exact: true }).waitFor();
});

test("files that cannot be played are reported, and after three in a row the page says so", async (scene) => {
  const { page, player } = await openPlayer(scene, 2);
  player.file = new TextEncoder().encode("this is no song");
  player.stopsAfterThree = true;
  await page.getByRole("button", { name: START }).click();
  await page.getByText(/^Müzik durdu: art arda üç şarkı çalınamadı/).waitFor();
  assert.deepEqual(player.heard, ["failed 1", "failed 2", "failed 3"]);
  player.file = undefined;
  await commanded(page, () => display(page).getByRole("button", { name: "Tekrar dene" }).click());
  await tell(scene, page);
  await display(page).getByText("Şarkı 4", { exact: true }).waitFor();
});

test("the space bar pauses and goes on, and not while a button has the focus", async (scene) => {
  const { page, player } = await openPlayer(scene, 60);
  await start(page, player);
  await page.getByRole("heading", { level: 1 }).focus();
  for (
    const [expected, sentence] of [[0, /^Müzik duraklatıldı/], [1, /çalıyor\. Bitince/]] as const
  ) {
    await commanded(page, () => page.keyboard.press("Space"));
    // A command is under way, and a key is ignored, until the page has read the state again.
    await display(page).getByText(sentence).waitFor();
    await tell(scene, page);
    await until(async () => await sounding(page) === expected);
  }
  await page.getByRole("checkbox").focus();
  await page.keyboard.press("Space");
  assert.equal(await page.getByRole("checkbox").isChecked(), false);
  assert.equal(await sounding(page), 1);
});

test("the display fills the screen and returns, and media keys know what plays", async (scene) => {
  const { page, player } = await openPlayer(scene, 60);
  await start(page, player);
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
  await commanded(page, () => display(page).getByRole("button", { name: "Duraklat" }).click());
  await tell(scene, page);
  await until(async () => (await session())[1] === "paused");
});

test("the page is accessible, from the first press to the loss of the server", async (scene) => {
  const { page, player } = await openPlayer(scene, 60);
  await assertEachAccessible(page, {
    "player, start": () => page.getByRole("button", { name: START }).waitFor(),
    "player, playing": () => start(page, player),
    "player, offline": async () => {
      player.isDown = true;
      await tell(scene, page);
      await page.getByText("Bağlantı yok. Müzik sürüyor…").waitFor();
      player.isDown = false;
    },
  });
});

for (const [width, height] of [[360, 740], [820, 1180], [1280, 800], [320, 256]] as const) {
  test(`at ${width} x ${height} the page fits, and its titles can be read from two metres on a tablet`, async (scene) => {
    const { page, player } = await openPlayer(scene, 60);
    await page.setViewportSize({ width, height });
    await assertFits(page, width);
    await start(page, player);
    await page.setViewportSize({ width, height });
    await assertFits(page, width);
    const size = await page.locator(".speaker-title").evaluate((title) =>
      parseFloat(getComputedStyle(title).fontSize)
    );
    assert.ok(size >= (width >= 820 ? 40 : 28), `a title of ${size} px`);
  });
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
