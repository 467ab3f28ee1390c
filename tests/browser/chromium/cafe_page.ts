// The cafe page as a guest uses it.
import type { Locator, Page } from "playwright-core";

/** Searches for `term` by Enter. What is found is answered by the test or by the demo account. */
export async function search(page: Page, term: string): Promise<void> {
  await page.getByLabel("Hangi şarkı çalsın?").fill(term);
  await page.getByLabel("Hangi şarkı çalsın?").press("Enter");
}

/** A song among those found. */
export function result(page: Page, title: string): Locator {
  return page.getByRole("region", { name: "Arama sonuçları" }).locator(".result")
    .filter({ hasText: title });
}

/** Opens the sheet of a song among those found. */
export async function openSheet(page: Page, title: string): Promise<Locator> {
  await result(page, title).click();
  const sheet = page.getByRole("dialog", { name: title });
  await sheet.waitFor();
  return sheet;
}

/** Closes the open sheet by its button. */
export async function closeSheet(page: Page): Promise<void> {
  await page.getByRole("dialog").getByRole("button", { name: "Vazgeç ve kapat" }).click();
  await sheetClosed(page);
}

/** Resolves once the sheet is closed: that is a step back, which the browser takes some time later. */
export async function sheetClosed(page: Page): Promise<void> {
  await page.getByRole("dialog").waitFor({ state: "hidden" });
  await page.waitForFunction(() => history.state?.song === undefined);
}

/** A choice of a tip in the open sheet. */
export function tipChoice(page: Page, label: string): Locator {
  return page.getByRole("dialog").getByRole("radio", { name: label, exact: true });
}

/** Types a tip into the open sheet. */
export async function typeTip(page: Page, text: string): Promise<void> {
  await tipChoice(page, "Başka tutar").check();
  await page.getByLabel("Tutar (TL)").fill(text);
}

/** Sends the request of the open sheet. */
export async function send(page: Page): Promise<void> {
  await page.getByRole("dialog").getByRole("button", { name: "İstek gönder" }).click();
}

/** A song in the queue, on a guest's page or on the dashboard. */
export function queueRow(page: Page, title: string): Locator {
  return queueOf(page).getByRole("listitem").filter({ hasText: title });
}

/** The titles of the songs in the queue, in its order. A row that leaves is hidden while it fades, and does not count. */
export async function queueTitles(page: Page): Promise<string[]> {
  return await queueOf(page).getByRole("listitem").locator(".song-title").allInnerTexts();
}

function queueOf(page: Page): Locator {
  return page.getByRole("region", { name: "Şarkı sırası" });
}
