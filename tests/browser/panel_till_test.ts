// Tips at the till in a browser: the page 'Kasa' and the ticks fit, can be touched, and are accessible.
import { strict as assert } from "node:assert";
import { assertAccessible } from "../support/browser/accessibility.ts";
import { browserTests } from "../support/browser/browser_tests.ts";
import {
  assertFits,
  assertTouchable,
  brokenWords,
  overlaps,
  setTextSize,
} from "../support/browser/layout.ts";
import { openPanel } from "../support/browser/panel.ts";
import { houseWith } from "../support/people/house.ts";
import { decide, submit } from "../support/people/requests.ts";
import { addTables } from "../support/people/tables.ts";
import { ticked, tillSong } from "../support/people/till.ts";
import { midweekClock } from "../support/time/clock.ts";

const test = browserTests({ clock: midweekClock });
const WIDTHS = [320, 360, 820, 1024, 1280];

test("tips at the till are ticked by keyboard on 'Kasa' and shown on the dashboard; both are accessible, fit every screen and can be touched", async ({ server, browser }) => {
  const owner = await houseWith(server, { tips: "till", tables: "optional" });
  await tillSong(server.deps, owner.ownerId, { tipKurus: 123_450, receivedKurus: 1000 });
  await tillSong(server.deps, owner.ownerId, { tipKurus: 1250 });
  const { _id } = await submit(server, owner.ownerId);
  await ticked(server, owner, _id);
  await decide(server, owner.token, _id, "rejected");
  const page = await openPanel(server, browser, owner.token, "/panel/till");
  await page.getByRole("button", { name: "Geri verildi: Gülpembe" }).waitFor();
  await page.getByRole("button", { name: "Alındı: Holding" }).last().focus();
  await page.keyboard.press("Space");
  await page.locator("[aria-pressed=true]").waitFor();
  await assertAccessible(page, "till");
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 780 });
    await assertFits(page, width);
    await assertTouchable(page);
  }
  await setTextSize(page, 200);
  for (const width of [320, 360, 390]) {
    await assertFits(page, width);
    assert.deepEqual(await brokenWords(page), []);
  }
  const days = page.getByRole("table", { name: "Gün gün kasa" });
  assert.match(await days.innerText(), /1\.247,00 TL/);
  const names = await days.locator("tbody td").evaluateAll((cells) =>
    cells.map((cell) => getComputedStyle(cell, "::before").content)
  );
  assert.deepEqual(names, ['"Beklenen" / ""', '"Alınan" / ""'], "each amount has its name");
  await setTextSize(page, 100);

  const [table] = await addTables(server, owner, "Masa 5");
  for (const [songTitle, status] of [["Ağla Sevdam", "pending"], ["Holding", "approved"]]) {
    for (const tipAmount of [10, 1234.5]) {
      const { _id } = await submit(server, owner.ownerId, {
        songTitle,
        tipAmount,
        table: table!.code,
      });
      if (status === "approved") await decide(server, owner.token, _id, status);
      // Of the greater tip a part: what is missing makes its tick wide.
      await ticked(server, owner, _id, { received: true, amount: Math.min(tipAmount, 1000) });
    }
  }
  await page.getByRole("link", { name: "İstekler" }).click();
  await page.locator(".queued-row .till-tick").nth(1).waitFor();
  await assertAccessible(page, "dashboard with ticks");
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 1180 });
    await assertFits(page, width);
    await assertTouchable(page);
    for (const title of await page.locator(".pending-row .song, .queued-row .song").all()) {
      const { width: room } = (await title.boundingBox())!;
      assert.ok(room >= 90, `at ${width} px a song has ${room} px`);
    }
    assert.deepEqual(await overlaps(page, ".pending-row, .queued-row"), [], `at ${width} px`);
  }
});
