// Where the player bar, the notices and the dialogs are, at the sizes of a phone, a tablet and a laptop.
import { strict as assert } from "node:assert";
import type { Locator, Page } from "playwright-core";
import { SONGS } from "../../server/music/demo/catalogue/songs.ts";
import { addTables } from "../../server/house/cafe_tables.ts";
import { changeHouse } from "../../server/house/change_house.ts";
import type { PageOptions } from "../support/browser/browser.ts";
import { browserTests, type Scene } from "../support/browser/browser_tests.ts";
import { type Evening, openCafe, refuse } from "../support/browser/evening.ts";
import { assertFits } from "../support/browser/layout.ts";
import { focused, openPanel, stopClock } from "../support/browser/panel.ts";
import { connect } from "../support/people/connection.ts";

const test = browserTests();

const SIZES = [
  { width: 360, height: 740 },
  { width: 820, height: 1180 },
  { width: 1280, height: 800 },
];
/** Longer than a decided row keeps its place (client/panel/dashboard/use_held_rows.ts). */
const ROW_STAYS_MS = 2000;
const SCREENS = ["dashboard", "payouts", "music", "profile", "share"];

for (const viewport of SIZES) {
  const size = `${viewport.width} x ${viewport.height}`;

  test(`at ${size} the player bar is on every screen, and the end of each screen is above it`, async (scene) => {
    const { page } = await openEvening(scene, 9, viewport);
    for (const screen of SCREENS) {
      await page.goto(`${scene.server.origin}/panel/${screen}`);
      await page.getByRole("heading", { level: 1 }).filter({ hasNotText: "Yükleniyor" }).waitFor();
      await barOf(page).getByText("Sıradaki:").waitFor();
      await barOf(page).getByRole("button", { name: "Sıradaki şarkıyı çal" }).waitFor();
      for (const end of [false, true]) {
        const { bar, play, last } = await edgesAt(page, end);
        assert.ok(bar.bottom <= viewport.height && play.bottom <= bar.bottom, screen);
        if (!end) continue;
        assert.ok(last.bottom <= bar.top, `${screen} ends at ${last.bottom}, under the bar`);
      }
      await assertFits(page, viewport.width);
      await page.setViewportSize(viewport);
    }
  });

  test(`at ${size} a notice is above the player bar and covers neither the title nor the bar`, async (scene) => {
    const { page } = await openEvening(scene, 4, viewport);
    await refuse(page, "**/api/requests/play-next", 502, "Açık bir cihaz bulunamadı.");
    await page.getByRole("button", { name: "Sıradaki şarkıyı çal" }).click();
    await page.getByText("Açık bir cihaz bulunamadı.").waitFor();
    await page.getByRole("button", { name: /^Reddet/ }).first().click();
    await page.getByRole("button", { name: "Geri al" }).waitFor();
    await page.evaluate(() => scrollTo(0, 0));
    const title = await boxOf(page.getByRole("heading", { level: 1 }));
    const bar = await boxOf(barOf(page));
    const notices = await page.locator(".notices > .notice").all();
    assert.equal(notices.length, 2);
    for (const notice of notices) {
      const { top, bottom } = await boxOf(notice);
      assert.ok(top >= title.bottom && bottom <= bar.top, `${top} to ${bottom}`);
    }
  });

  test(`at ${size} a question is as wide as its words need`, async (scene) => {
    const { page } = await openEvening(scene, 0, viewport);
    await page.getByRole("button", { name: /^Sıradan çıkar/ }).first().click();
    const { width, left } = await boxOf(page.getByRole("dialog"));
    assert.ok(width <= 416 && width >= 280 && left >= 16, `${width} px wide`);
  });
}

for (const [viewport, waiting] of [[SIZES[1]!, 9], [SIZES[2]!, 4]] as const) {
  const { width, height } = viewport;
  test(`${waiting} requests, the queue and play next are on the first screen at ${width} x ${height}`, async (scene) => {
    const { page } = await openEvening(scene, waiting, viewport);
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
  });
}

test("who reaches the player bar by keyboard stays where they have scrolled to", async (scene) => {
  const { page } = await openEvening(scene, 9, SIZES[0]!);
  await page.evaluate(() => scrollTo(0, 100));
  await page.getByRole("button", { name: "Çıkış yap" }).focus();
  await page.keyboard.press("Tab");
  assert.equal(await focused(page), "Sıradaki şarkıyı çal");
  assert.equal(await page.evaluate(() => scrollY), 100);
});

test("at 400 % zoom the player bar goes with the page, and nothing needs scrolling sideways", async (scene) => {
  const viewport = { width: 320, height: 256 };
  const { page } = await openEvening(scene, 2, viewport);
  const { top, bottom } = await boxOf(barOf(page));
  assert.ok(top >= 0 && bottom <= 256, "it is on the first screen");
  const title = await boxOf(page.getByRole("heading", { level: 1 }));
  assert.ok(bottom <= title.top, "and above the title");
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  assert.ok((await boxOf(barOf(page))).bottom < 0);
  await assertFits(page, 320);
});

test("a second click at the place where a request was decided decides no other", async (scene) => {
  const { page } = await openEvening(scene, 3, SIZES[2]!, { fresh: true });
  // The row keeps its place for a moment only, which must not be over before the answers and the second click.
  await page.clock.install();
  await stopClock(page);
  const decisions: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "PUT") decisions.push(request.url());
  });
  const reject = await boxOf(page.getByRole("button", { name: /^Reddet/ }).first());
  const place = [reject.left + 20, reject.top + 20] as const;
  await page.mouse.click(...place);
  await page.getByText("Reddedildi", { exact: true }).waitFor();
  await page.mouse.click(...place);
  await page.clock.runFor(ROW_STAYS_MS);
  await page.getByText("Reddedildi", { exact: true }).waitFor({ state: "detached" });
  assert.equal(decisions.length, 1);
});

/** The dashboard of a connected cafe with two songs in the queue and `waiting` requests, all from a table. */
async function openEvening(
  { server, browser }: Scene,
  waiting: number,
  viewport: { width: number; height: number },
  options: PageOptions = {},
): Promise<{ page: Page; cafe: Evening }> {
  const cafe = await openCafe(server);
  await connect(server, cafe.token);
  await changeHouse(server.deps, cafe.ownerId, { tables: "optional" });
  const [table] = await addTables(server.deps, cafe.ownerId, { labels: ["Masa 12"] });
  for (const [i, { id, title: songTitle }] of SONGS.slice(0, waiting + 2).entries()) {
    const request = { uri: `spotify:track:${id}`, songTitle, table: table!.code };
    await (i < 2 ? cafe.queueSong(request) : cafe.submit(request));
  }
  const page = await openPanel(server, browser, cafe.token, "/panel/dashboard", {
    ...options,
    viewport,
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
  return { left: x, top: y, right: x + width, bottom: y + height, width };
}
