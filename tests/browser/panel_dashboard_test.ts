// The dashboard as a person uses it: by keyboard, with what a screen reader hears and what moves.
import { strict as assert } from "node:assert";
import type { Page } from "playwright-core";
import { announcements } from "./chromium/announcements.ts";
import { browserTests } from "./chromium/browser_tests.ts";
import { answerSearch, openCafe } from "./chromium/evening.ts";
import { focused, focusOn, openDashboard } from "./chromium/panel.ts";
import { until } from "../support/time/until.ts";

const test = browserTests();

test("requests arrive by themselves, are announced and decided by keyboard; the queue is in order of tips, and glides unless less motion is asked for", async ({ server, browser }) => {
  const cafe = await openCafe(server);
  const page = await openDashboard(server, browser, cafe.token, { reducedMotion: "reduce" });
  await page.getByText("Onay bekleyen yeni istek yok.").waitFor();
  const glided = await countGlides(page);
  const said = await announcements(page);
  await cafe.submit({ songTitle: "Islak Islak", artist: "Cem Karaca", tipAmount: 25 });
  await pending(page, "Islak Islak").waitFor();
  assert.match(await pending(page, "Islak Islak").innerText(), /Cem Karaca[^]*25,00 TL/);
  await said("Yeni istek: Islak Islak.");
  await cafe.submit({ songTitle: "Gülpembe", tipAmount: 50 });
  await cafe.submit({ songTitle: "Sarı Çizmeli", tipAmount: 50 });
  await cafe.submit({ songTitle: "Dönence" });
  await pending(page, "Dönence").waitFor();

  await page.getByRole("button", { name: "Reddet: Islak Islak" }).press("Enter");
  await pending(page, "Islak Islak").waitFor({ state: "detached" });
  await focusOn(page, "Reddet: Gülpembe");
  assert.equal(await queued(page, "Islak Islak").count(), 0);
  await page.getByRole("button", { name: "Onayla: Sarı Çizmeli" }).press("Enter");
  await queued(page, "Sarı Çizmeli").waitFor();
  await focusOn(page, "Onayla: Dönence");
  await page.keyboard.press("Enter");
  await queued(page, "Dönence").waitFor();
  await focusOn(page, "Onayla: Gülpembe");
  await page.keyboard.press("Shift+Tab");
  assert.equal(await focused(page), "Reddet: Gülpembe");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  await queued(page, "Gülpembe").waitFor();
  await focusOn(page, "Onay bekleyenler");
  // docs/requests.md#order: of equal tips the earliest request is first, not the earliest decision.
  const titles = await board(page).locator(".song-title").allInnerTexts();
  assert.deepEqual(titles, ["Gülpembe", "Sarı Çizmeli", "Dönence"]);
  await said("Sıradaki: Gülpembe.");
  await page.getByText("Onay bekleyen yeni istek yok.").waitFor();

  const dialog = page.getByRole("dialog");
  const remove = "Sıradan çıkar: Gülpembe";
  await page.getByRole("button", { name: remove }).press("Enter");
  await dialog.getByText(/'Gülpembe' sıradan çıkarılacak/).waitFor();
  await dialog.getByRole("button", { name: "Vazgeç" }).click();
  await focusOn(page, remove);
  await page.keyboard.press("Enter");
  await dialog.getByText(/'Gülpembe' sıradan çıkarılacak/).waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  await focusOn(page, remove);
  await queued(page, "Gülpembe").waitFor();
  await page.keyboard.press("Enter");
  await dialog.getByRole("button", { name: "Sıradan çıkar" }).click();
  await queued(page, "Gülpembe").waitFor({ state: "detached" });
  await focusOn(page, "Sıradan çıkar: Sarı Çizmeli");

  // Put first, and back, by keyboard alone.
  await page.getByRole("button", { name: "Diğer işlemler: Dönence" }).press("Enter");
  await focusOn(page, "Sıradaki olsun");
  await page.keyboard.press("Enter");
  await queued(page, "Dönence").getByText("Kafe öne aldı").waitFor();
  const inQueue = () => board(page).locator(".song-title").allInnerTexts();
  await until(async () => (await inQueue()).join() === "Dönence,Sarı Çizmeli");
  await page.keyboard.press("Control+z");
  await until(async () => (await inQueue()).join() === "Sarı Çizmeli,Dönence");

  // The cafe's own song: two presses and its name.
  await answerSearch(page);
  await page.getByRole("button", { name: "Şarkı ekle" }).press("Enter");
  await focusOn(page, "Hangi şarkı çalsın?");
  await page.keyboard.insertText("islak");
  await dialog.locator(".result").first().waitFor();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await queued(page, "Gülpembe").getByText("Kafe", { exact: true }).waitFor();
  await dialog.waitFor({ state: "hidden" });
  await focusOn(page, "Şarkı ekle");

  assert.equal(await glided(), 0);
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await cafe.queueSong({ songTitle: "Ağla Sevdam", tipAmount: 70 });
  await queued(page, "Ağla Sevdam").waitFor();
  assert.ok(await glided() > 0);
});

/** Counts from now on how often something on `page` is animated by its script. */
async function countGlides(page: Page): Promise<() => Promise<number>> {
  const glides = await page.evaluateHandle(() => {
    const { animate } = Element.prototype;
    const glides = { count: 0 };
    Element.prototype.animate = function (...args) {
      glides.count += 1;
      return animate.apply(this, args);
    };
    return glides;
  });
  return () => glides.evaluate(({ count }) => count);
}

function pending(page: Page, title: string) {
  return page.getByRole("region", { name: "Onay bekleyenler" }).getByRole("listitem")
    .filter({ hasText: title });
}

function board(page: Page) {
  return page.getByRole("region", { name: "Şarkı sırası" });
}

function queued(page: Page, title: string) {
  return board(page).getByRole("listitem").filter({ hasText: title });
}
