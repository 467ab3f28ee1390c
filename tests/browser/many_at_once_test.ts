// The decisions on all requests at once: where their buttons are, and how the keyboard gets through.
import { strict as assert } from "node:assert";
import type { Locator, Page } from "playwright-core";
import { browserTests, type Scene } from "../support/browser/browser_tests.ts";
import { openCafe } from "../support/browser/evening.ts";
import { assertFits } from "../support/browser/layout.ts";
import { focusOn, openDashboard } from "../support/browser/panel.ts";

const test = browserTests();
const MENU = "Tümünü onayla ya da reddet";

for (
  const [width, fontSize] of [[320, "100%"], [360, "200%"], [820, "100%"], [1280, "100%"]] as const
) {
  test(`at ${width} px and ${fontSize} the menu for all requests is inside the screen, with targets of 44 px`, async (scene) => {
    const { page } = await openEvening(scene, { width, height: 900 });
    await page.evaluate((size) => document.documentElement.style.fontSize = size, fontSize);
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
      const { x, width: wide, height } = await boxOf(target);
      assert.ok(wide >= 44 && height >= 44, `${wide} x ${height} px`);
      assert.ok(x >= 0 && x + wide <= width, `from ${x} to ${x + wide}`);
    }
    await assertFits(page, width);
  });
}

for (const width of [820, 1280]) {
  test(`at ${width} px the buttons for all are in the line of the headings`, async (scene) => {
    const { page } = await openEvening(scene, { width, height: 900 });
    for (
      const [heading, button] of [
        ["Onay bekleyenler", MENU],
        ["Şarkı sırası", "Sırayı boşalt"],
      ] as const
    ) {
      const title = await boxOf(page.getByRole("heading", { name: heading }));
      const { x, y, height } = await boxOf(page.getByRole("button", { name: button }));
      assert.ok(x >= title.x + title.width, `${button} is beside ${heading}`);
      const middle = y + height / 2;
      assert.ok(middle > title.y && middle < title.y + title.height, `${button} is in its line`);
    }
  });
}

test("by keyboard all are approved, taken back and approved again; another open page follows", async (scene) => {
  const { page, token } = await openEvening(scene, { width: 1280, height: 900 });
  const other = await openDashboard(scene.server, scene.browser, token);
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: MENU }).press("Enter");
  await focusOn(page, "Tümünü onayla");
  await page.keyboard.press("Enter");
  await dialog.getByText("Bekleyen 3 istek onaylansın mı?").waitFor();
  await page.keyboard.press("Escape");
  await focusOn(page, MENU);

  const approve = async () => {
    await page.keyboard.press("ArrowDown");
    await focusOn(page, "Tümünü onayla");
    await page.keyboard.press("Enter");
    await dialog.getByRole("button", { name: "Tümünü onayla" }).press("Enter");
    await page.getByText("3 istek onaylandı.").waitFor();
  };
  await approve();
  await other.getByText("5 şarkı").waitFor();
  await focusOn(page, "Onay bekleyenler");
  await page.keyboard.press("Control+z");
  await page.getByText("3 istek yeniden onay bekliyor.").waitFor();
  await other.getByText("2 şarkı").waitFor();
  await page.getByRole("button", { name: MENU }).focus();
  await approve();
  await other.getByText("5 şarkı").waitFor();
});

/** The dashboard of a cafe with two songs in the queue and three requests that wait. */
async function openEvening(
  { server, browser }: Scene,
  viewport: { width: number; height: number },
): Promise<{ page: Page; token: string }> {
  const { token, queueSong, submit } = await openCafe(server);
  for (const songTitle of ["Ayrılık", "Gülpembe"]) await queueSong({ songTitle });
  for (const songTitle of ["Bir", "İki", "Üç"]) await submit({ songTitle });
  const page = await openDashboard(server, browser, token, { viewport, reducedMotion: "reduce" });
  return { page, token };
}

async function boxOf(element: Locator) {
  return (await element.boundingBox())!;
}
