// Screens in the reader's own colours (forced-colors), in which our background colours are not shown.
import { strict as assert } from "node:assert";
import type { Locator } from "playwright-core";
import { SONGS } from "../../server/music/demo/catalogue.ts";
import { browserTests } from "../support/browser/browser_tests.ts";
import { openSheet, search } from "../support/browser/cafe_page.ts";
import { answerSearch, openCafe } from "../support/browser/evening.ts";
import { pictureOf } from "../support/browser/pixels.ts";
import { openPanel } from "../support/browser/panel.ts";
import { connect } from "../support/people/connection.ts";

const test = browserTests();

/** Without motion: a colour in transition is not the final one. */
const OWN = { forcedColors: "active", reducedMotion: "reduce" } as const;

test("in the reader's own colours choices, where one is and what plays are told from the rest", async ({ server, browser }) => {
  const cafe = await openCafe(server);
  const guest = await browser.newPage(OWN);
  await answerSearch(guest);
  await guest.goto(cafe.cafeUrl);
  await search(guest, "barış");
  await openSheet(guest, "Gülpembe");
  const tip = (tl: number) => guest.locator(".tip-choice", { hasText: `${tl} TL` }).first();
  assert.notEqual(await ground(tip(10)), await ground(tip(25)));
  await tip(25).click();
  assert.notEqual(await ground(tip(25)), await ground(tip(10)));

  const { id, title: songTitle } = SONGS[0]!;
  await cafe.queueSong({ uri: `spotify:track:${id}`, songTitle });
  await connect(server, cafe.token);
  const page = await openPanel(server, browser, cafe.token, "/panel/payouts", OWN);
  const link = (name: string) => page.getByRole("link", { name, exact: true });
  assert.notEqual(await ground(link("Kazançlarım")), await ground(link("Profil")));
  assert.notEqual(await ground(link("Son 30 gün")), await ground(link("Son 90 gün")));

  await link("İstekler").click();
  await page.getByText("Spotify bağlı", { exact: true }).waitFor();
  // Its dot is at the left edge: full once it is connected.
  const account = page.getByRole("link", { name: "Spotify bağlı" });
  assert.notEqual(await colourAt(account, 14), await ground(account));
  const play = page.getByRole("button", { name: "Sıradaki şarkıyı çal" });
  assert.notEqual(await ground(play), await ground(account));
  await play.click();
  const progress = page.getByRole("progressbar", { name: "Şarkının ilerleyişi" });
  await progress.waitFor();
  assert.notEqual(await colourAt(progress, 1), await ground(progress));
});

/** The colour behind the words of `element`, as the eye sees it: a style says what was asked for. */
async function ground(element: Locator): Promise<string> {
  const { data } = await pictureOf(element);
  const seen = new Map<string, number>();
  for (let at = 0; at < data.length; at += 4) {
    const colour = data.slice(at, at + 3).join();
    seen.set(colour, (seen.get(colour) ?? 0) + 1);
  }
  return [...seen].reduce((most, one) => one[1] > most[1] ? one : most)[0];
}

/** The colour `x` px from the left edge of `element`, half way down. */
async function colourAt(element: Locator, x: number): Promise<string> {
  const { data, width, height } = await pictureOf(element);
  const at = 4 * (Math.floor(height / 2) * width + x);
  return data.slice(at, at + 3).join();
}
