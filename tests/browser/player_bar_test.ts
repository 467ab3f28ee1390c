// Where the player bar and the parts of the dashboard are, at the sizes of a phone, a tablet and a laptop, and axe on the bar.
import { strict as assert } from "node:assert";
import type { Locator, Page } from "playwright-core";
import { SONGS } from "../../server/music/demo/catalogue.ts";
import { assertAccessible } from "./chromium/accessibility.ts";
import { addTables } from "../../server/house/cafe_tables.ts";
import { changeHouse } from "../../server/house/change_rules.ts";
import { browserTests, type Scene } from "./chromium/browser_tests.ts";
import { type Evening, openCafe, refuse } from "./chromium/evening.ts";
import { assertFits, assertUsable, setTextSize } from "./chromium/layout.ts";
import { focused, openPanel } from "./chromium/panel.ts";
import { connect } from "../support/people/connection.ts";
import { until } from "../support/time/until.ts";

const test = browserTests();

const PHONE = { width: 360, height: 740 };
const TABLET = { width: 820, height: 1180 };
const LAPTOP = { width: 1280, height: 800 };
const SIZES = [PHONE, TABLET, LAPTOP];
const LARGE_TEXT_SIZES = [{ width: 320, height: 640 }, { width: 390, height: 844 }, TABLET];
const SCREENS = ["dashboard", "payouts", "music", "profile", "share"];
const MENU = "Tümünü onayla ya da reddet";
/** Songs with a title and artists of several words. */
const LONG_SONGS = SONGS.filter(({ title, artists }) =>
  title.length > 10 && artists.join(", ").length > 13
);
/** The longest sentence of a state (docs/playback.md#in-the-panel). */
const LONGEST_STATE =
  "Seçtiğiniz çalma listesi çalmaya başlamadı. Hoparlörü kontrol edip 'Devam'a basın ya da 'Müzik' ekranından başka bir liste seçin.";
/** Guests may send titles of 300 letters without a blank. */
const LONGEST_TITLE = "Ü".repeat(300);

test("the player bar is on every screen, whose end is above it; at 400 % zoom it goes with the page", async (scene) => {
  const { page } = await openEvening(scene, 9);
  await page.setViewportSize(PHONE);
  await page.evaluate(() => scrollTo(0, 100));
  await page.getByRole("button", { name: "Diğer", exact: true }).focus();
  await page.keyboard.press("Tab");
  assert.equal(await focused(page), "Sıradaki şarkıyı çal");
  assert.equal(await page.evaluate(() => scrollY), 100, "who comes by keyboard stays there");

  for (const screen of SCREENS) {
    await page.goto(`${scene.server.origin}/panel/${screen}`);
    await page.getByRole("heading", { level: 1 }).filter({ hasNotText: "Yükleniyor" }).waitFor();
    await barOf(page).getByText("Sıradaki:").waitFor({ state: "attached" });
    await barOf(page).getByRole("button", { name: "Sıradaki şarkıyı çal" }).waitFor();
    for (const viewport of SIZES) {
      const where = `${screen} at ${viewport.width} x ${viewport.height}`;
      await page.setViewportSize(viewport);
      for (const end of [false, true]) {
        const { bar, play, last } = await edgesAt(page, end);
        assert.ok(bar.bottom <= viewport.height && play.bottom <= bar.bottom, where);
        if (!end) continue;
        assert.ok(last.bottom <= bar.top, `${where} ends at ${last.bottom}, under the bar`);
      }
      await assertFits(page, viewport.width);
    }
  }

  await page.goto(`${scene.server.origin}/panel/dashboard`);
  await barOf(page).getByText("Sıradaki:").waitFor({ state: "attached" });
  await page.setViewportSize({ width: 320, height: 256 });
  const { top, bottom } = await boxOf(barOf(page));
  assert.ok(top >= 0 && bottom <= 256, "it is on the first screen");
  const title = await boxOf(page.getByRole("heading", { level: 1 }));
  assert.ok(bottom <= title.top, "and above the title");
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  assert.ok((await boxOf(barOf(page))).bottom < 0);
  await assertFits(page, 320);
});

test("with text at 200 % a phone's bar goes with the page, and the way to other screens is whole, above nothing", async (scene) => {
  const { page } = await openEvening(scene, 9);
  await refuse(page, "**/api/requests/play-next", "music_no_device", "Açık bir cihaz bulunamadı.");
  await page.getByRole("button", { name: "Sıradaki şarkıyı çal" }).click();
  const notice = page.locator(".notices > .notice");
  await notice.waitFor();
  await setTextSize(page, 200);
  for (const viewport of LARGE_TEXT_SIZES) {
    const where = `at ${viewport.width} px`;
    await page.setViewportSize(viewport);
    await page.evaluate(() => scrollTo(0, 0));
    const places = await boxOf(page.locator(".bar-places"));
    for (const link of await page.locator(".bar-places > :visible").all()) {
      const { left, right, bottom } = await boxOf(link);
      assert.ok(left >= 0 && right <= viewport.width && bottom <= viewport.height, where);
    }
    if (viewport.width < 640) {
      assert.ok((await boxOf(notice)).bottom <= places.top, `the notice covers the links ${where}`);
      const title = await boxOf(page.getByRole("heading", { level: 1 }));
      assert.ok(
        (await boxOf(barOf(page))).bottom <= title.top,
        `the bar is above the title ${where}`,
      );
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
      assert.ok((await boxOf(barOf(page))).bottom < 0, `it stays behind ${where}`);
    } else {
      assert.ok(
        (await boxOf(barOf(page))).bottom <= places.top,
        `the bar is above the links ${where}`,
      );
    }
    await assertFits(page, viewport.width);
  }
  await setTextSize(page, 100);
});

test("the dashboard's lists, questions, notices and menu for all requests are where they are seen, on every screen", async (scene) => {
  const { page, cafe } = await openEvening(scene, 9);
  await page.setViewportSize(TABLET);
  await assertListsOnFirstScreen(page);
  const waiting = (await cafe.pending()).filter(({ status }) => status === "pending");
  for (const { _id } of waiting.slice(0, 5)) await cafe.decide(_id, "rejected");
  await page.setViewportSize(LAPTOP);
  await until(async () => await page.locator(".pending-row").count() === 4);
  await assertListsOnFirstScreen(page);

  for (const viewport of SIZES) {
    await page.setViewportSize(viewport);
    await page.getByRole("button", { name: /^Sıradan çıkar/ }).first().click();
    const question = page.getByRole("dialog");
    const { width, left } = await boxOf(question);
    assert.ok(width <= 416 && width >= 280 && left >= 16, `a question ${width} px wide`);
    await question.getByRole("button", { name: "Vazgeç" }).click();
    await question.waitFor({ state: "hidden" });
    if (viewport !== PHONE) await assertInLineWithHeadings(page);
  }
  for (const [width, letters] of [[320, ""], [820, ""], [1280, ""], [360, "200%"]] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.evaluate((size) => document.documentElement.style.fontSize = size, letters);
    await assertMenuInside(page, width);
    await assertRowMenusInside(page, width);
  }
  await page.evaluate(() => document.documentElement.style.fontSize = "");

  await cafe.submit({ songTitle: LONGEST_TITLE });
  await refuse(page, "**/api/requests/play-next", "music_no_device", "Açık bir cihaz bulunamadı.");
  await page.getByRole("button", { name: "Sıradaki şarkıyı çal" }).click();
  await page.getByText("Açık bir cihaz bulunamadı.").waitFor();
  // By keyboard: the list ignores a click for a moment after its rows have moved.
  await page.getByRole("button", { name: `Reddet: ${LONGEST_TITLE}` }).press("Enter");
  await page.getByRole("button", { name: "Geri al" }).waitFor();
  for (const viewport of SIZES) {
    await page.setViewportSize(viewport);
    await assertNoticesCoverNothing(page);
  }
});

test("the bar is accessible and fits where it needs the owner, where it does not, and with the volume's slider", async (scene) => {
  const { page, cafe } = await openEvening(scene, 0);
  await page.getByRole("link", { name: "Paylaş" }).click();
  await page.getByRole("heading", { level: 1, name: "Paylaş" }).waitFor();
  const bar = async (state: string, sentence = `Bu bir cümle: ${state}.`) => {
    await page.unroute("**/api/playback");
    await page.route("**/api/playback", (route) =>
      route.fulfill({
        json: {
          ...{ auto: true, state, sentence, playing: null },
          ...{ canVolume: true, volumePercent: 40 },
        },
      }));
    // This tells the room.
    await cafe.submit();
    await page.locator("#player-state").getByText(sentence).waitFor();
  };
  await bar("fallback");
  await assertAccessible(page, "a bar that does not need the owner");
  for (const [state, wanted] of [["paused", "its button"], ["no_device", "its link"]] as const) {
    await bar(state);
    await assertAccessible(page, `a bar that needs the owner, with ${wanted}`);
    await assertUsable(page, undefined, "main *, .bar a, .player-volume > input");
  }
  await bar("stopped", LONGEST_STATE);
  for (const viewport of [TABLET, LAPTOP]) {
    await page.setViewportSize(viewport);
    const { top, bottom } = await boxOf(barOf(page));
    assert.ok(bottom - top <= 140, `the bar is ${bottom - top} px high`);
    assert.ok(await page.locator(".player-words").isHidden(), "the sentence stands once");
  }
  await page.setViewportSize({ width: 320, height: 740 });
  await page.getByRole("button", { name: "Oynatıcının tamamı" }).click();
  await page.getByRole("button", { name: "Ses düzeyini göster" }).click();
  await page.getByRole("slider", { name: "Ses düzeyi" }).waitFor();
  await assertFits(page, 320);
  await page.evaluate(() => document.documentElement.style.fontSize = "200%");
  await assertFits(page, 320);
});

/** Fails unless the requests, the queue beside them and the bar are on the screen without scrolling. */
async function assertListsOnFirstScreen(page: Page): Promise<void> {
  const bar = await boxOf(barOf(page));
  const [list, queue] = await Promise.all(
    ["Onay bekleyenler", "Şarkı sırası"].map((name) =>
      boxOf(page.getByRole("region", { name, exact: true }))
    ),
  );
  assert.ok(list!.bottom <= bar.top, `the requests end at ${list!.bottom}, under the bar`);
  assert.ok(queue!.left >= list!.right && queue!.top === list!.top, "the queue is beside them");
  const song = await boxOf(page.locator(".queued-row").first());
  assert.ok(song.bottom <= bar.top);
  assert.equal(await page.evaluate(() => scrollY), 0);
}

/** Fails unless the buttons for all are in the line of their headings. */
async function assertInLineWithHeadings(page: Page): Promise<void> {
  for (
    const [heading, button] of [
      ["Onay bekleyenler", MENU],
      ["Şarkı sırası", "Sırayı boşalt"],
    ] as const
  ) {
    const title = await boxOf(page.getByRole("heading", { name: heading }));
    const { left, top, bottom } = await boxOf(page.getByRole("button", { name: button }));
    assert.ok(
      left >= title.right,
      `${button} is beside ${heading}: ${left}, ${title.right}, at ${page.viewportSize()!.width}`,
    );
    const middle = (top + bottom) / 2;
    assert.ok(middle > title.top && middle < title.bottom, `${button} is in its line`);
  }
}

/** Opens the menu for all requests, fails unless it is inside the screen with targets of 44 px, and closes it. */
async function assertMenuInside(page: Page, screenWidth: number): Promise<void> {
  await page.getByRole("button", { name: MENU }).click();
  const actions = page.getByRole("menuitem");
  await actions.first().waitFor();
  const targets = [
    page.getByRole("button", { name: MENU }),
    ...await actions.all(),
    page.getByRole("button", { name: "Sırayı boşalt" }),
  ];
  assert.equal(targets.length, 4);
  for (const target of targets) {
    const { left, right, width, height } = await boxOf(target);
    assert.ok(width >= 44 && height >= 44, `${width} x ${height} px`);
    assert.ok(left >= 0 && right <= screenWidth, `from ${left} to ${right}`);
  }
  await assertFits(page, screenWidth);
  await page.keyboard.press("Escape");
  await actions.first().waitFor({ state: "detached" });
}

/** Opens the menu of a request and of a song of the queue, and fails unless each is inside the screen. */
async function assertRowMenusInside(page: Page, screenWidth: number): Promise<void> {
  for (const row of [".pending-row", ".queued-row"]) {
    await page.locator(row).last().getByRole("button", { name: /^Diğer işlemler/ }).press("Enter");
    const { left, right } = await boxOf(page.getByRole("menu"));
    assert.ok(left >= 0 && right <= screenWidth, `the menu of ${row} is from ${left} to ${right}`);
    await page.keyboard.press("Escape");
    await page.getByRole("menu").waitFor({ state: "detached" });
  }
}

/** Fails unless both notices are between the title and the bar, small, with their buttons on the screen. */
async function assertNoticesCoverNothing(page: Page): Promise<void> {
  await page.evaluate(() => scrollTo(0, 0));
  const title = await boxOf(page.getByRole("heading", { level: 1 }));
  const bar = await boxOf(barOf(page));
  const notices = await page.locator(".notices > .notice").all();
  assert.equal(notices.length, 2);
  for (const notice of notices) {
    const { top, bottom, height } = await boxOf(notice);
    assert.ok(top >= title.bottom && bottom <= bar.top, `a notice from ${top} to ${bottom}`);
    assert.ok(height <= 200, `a notice ${height} px high`);
  }
  for (const name of ["Geri al", "Bildirimi kapat"]) {
    const { left, right, top, bottom } = await boxOf(
      page.getByRole("button", { name, exact: true }).last(),
    );
    const { width, height } = page.viewportSize()!;
    const isInside = left >= 0 && right <= width && top >= 0 && bottom <= height;
    assert.ok(isInside, `${name} is at ${left}, ${top}`);
  }
}

/** The dashboard of a connected cafe with two songs in the queue and `waiting` requests, all from a table. */
async function openEvening(
  { server, browser }: Scene,
  waiting: number,
): Promise<{ page: Page; cafe: Evening }> {
  const cafe = await openCafe(server);
  await connect(server, cafe.token);
  await changeHouse(server.deps, cafe.ownerId, { tables: "optional" });
  const [table] = await addTables(server.deps, cafe.ownerId, { labels: ["Masa 12"] });
  for (const [i, { id, title, artists }] of LONG_SONGS.slice(0, waiting + 2).entries()) {
    const song = { uri: `spotify:track:${id}`, songTitle: title, artist: artists.join(", ") };
    const request = { ...song, table: table!.code };
    await (i < 2 ? cafe.queueSong(request) : cafe.submit(request));
  }
  const page = await openPanel(server, browser, cafe.token, "/panel/dashboard", {
    reducedMotion: "reduce",
  });
  await barOf(page).getByText("Şu anda bir şey çalmıyor.").waitFor();
  return { page, cafe };
}

function barOf(page: Page): Locator {
  return page.getByRole("region", { name: "Şimdi çalıyor" });
}

/** Scrolls to the end or the top, and measures in the same moment: what arrives later makes a screen longer. */
async function edgesAt(page: Page, end: boolean) {
  return await page.evaluate((end) => {
    scrollTo(0, end ? document.body.scrollHeight : 0);
    const [bar, play, last] = [
      ".player",
      ".play-next",
      "main > :nth-last-child(1 of :not(.print-sheet))",
    ]
      .map((part) => {
        const { top, bottom } = document.querySelector(part)!.getBoundingClientRect();
        return { top, bottom };
      });
    return { bar: bar!, play: play!, last: last! };
  }, end);
}

async function boxOf(element: Locator) {
  const { x, y, width, height } = (await element.boundingBox())!;
  return { left: x, top: y, right: x + width, bottom: y + height, width, height };
}
