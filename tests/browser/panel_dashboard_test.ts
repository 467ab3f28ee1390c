// The dashboard as a person uses it: by keyboard, with what a screen reader hears and what moves.
import { strict as assert } from "node:assert";
import type { Page } from "playwright-core";
import { browserTests } from "./chromium/browser_tests.ts";
import { queueRow, queueTitles } from "./chromium/cafe_page.ts";
import { answerSearch, openCafe } from "./chromium/evening.ts";
import { focused, focusOn, openDashboard, pendingRow } from "./chromium/panel.ts";

const test = browserTests();

test("requests arrive by themselves, are announced and decided by keyboard; the queue is in order of tips, and glides unless less motion is asked for", async ({ server, browser }) => {
  const cafe = await openCafe(server);
  const page = await openDashboard(server, browser, cafe.token, { reducedMotion: "reduce" });
  await page.getByText("Onay bekleyen yeni istek yok.").waitFor();
  const glided = await countGlides(page);
  const said = (words: string) =>
    page.locator("p.visually-hidden[role=status]", { hasText: words }).waitFor();
  await cafe.submit({ songTitle: "Islak Islak", artist: "Cem Karaca", tipAmount: 25 });
  await pendingRow(page, "Islak Islak").waitFor();
  assert.match(await pendingRow(page, "Islak Islak").innerText(), /Cem Karaca[^]*25,00 TL/);
  await said("Yeni istek: Islak Islak.");
  await cafe.submit({ songTitle: "Gülpembe", tipAmount: 50 });
  await cafe.submit({ songTitle: "Sarı Çizmeli", tipAmount: 50 });
  await cafe.submit({ songTitle: "Dönence" });
  await pendingRow(page, "Dönence").waitFor();

  await page.getByRole("button", { name: "Reddet: Islak Islak" }).press("Enter");
  await pendingRow(page, "Islak Islak").waitFor({ state: "detached" });
  await focusOn(page, "Reddet: Gülpembe");
  assert.equal(await queueRow(page, "Islak Islak").count(), 0);
  await page.getByRole("button", { name: "Onayla: Sarı Çizmeli" }).press("Enter");
  await queueRow(page, "Sarı Çizmeli").waitFor();
  await focusOn(page, "Onayla: Dönence");
  await page.keyboard.press("Enter");
  await queueRow(page, "Dönence").waitFor();
  await focusOn(page, "Onayla: Gülpembe");
  await page.keyboard.press("Shift+Tab");
  assert.equal(await focused(page), "Reddet: Gülpembe");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  await queueRow(page, "Gülpembe").waitFor();
  await focusOn(page, "Onay bekleyenler");
  // docs/requests.md#order: of equal tips the earliest request is first, not the earliest decision.
  assert.deepEqual(await queueTitles(page), ["Gülpembe", "Sarı Çizmeli", "Dönence"]);
  await said("Sıradaki: Gülpembe.");
  await page.getByText("Onay bekleyen yeni istek yok.").waitFor();

  const dialog = page.getByRole("dialog");
  const remove = "Sıradan çıkar: Gülpembe";
  await page.getByRole("button", { name: remove }).press("Enter");
  await dialog.getByText(/'Gülpembe' sıradan çıkarılacak/).waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  await focusOn(page, remove);
  await queueRow(page, "Gülpembe").waitFor();
  await page.keyboard.press("Enter");
  await dialog.getByRole("button", { name: "Sıradan çıkar" }).click();
  await queueRow(page, "Gülpembe").waitFor({ state: "detached" });
  await focusOn(page, "Sıradan çıkar: Sarı Çizmeli");

  await page.getByRole("button", { name: "Diğer işlemler: Dönence" }).press("Enter");
  await focusOn(page, "Sıradaki olsun");
  await page.keyboard.press("Enter");
  await queueRow(page, "Dönence").getByText("Kafe öne aldı").waitFor();

  // The cafe's own song: two presses and its name.
  await answerSearch(page);
  await page.getByRole("button", { name: "Şarkı ekle" }).press("Enter");
  await focusOn(page, "Hangi şarkı çalsın?");
  await page.keyboard.insertText("islak");
  await dialog.locator(".result").first().waitFor();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await queueRow(page, "Gülpembe").getByText("Kafe", { exact: true }).waitFor();
  await dialog.waitFor({ state: "hidden" });
  await focusOn(page, "Şarkı ekle");

  assert.equal(await glided(), 0);
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await cafe.queueSong({ songTitle: "Ağla Sevdam", tipAmount: 70 });
  await queueRow(page, "Ağla Sevdam").waitFor();
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
