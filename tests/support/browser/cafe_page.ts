// The cafe page as a guest uses it.
import type { Locator, Page } from "playwright-core";

/** Searches for `term`. What is found is answered by the test or by the demo account. */
export async function search(page: Page, term: string): Promise<void> {
  await page.getByLabel("Hangi şarkı çalsın?").fill(term);
  await page.getByRole("button", { name: "Ara", exact: true }).click();
}

/** A song among those found. */
export function result(page: Page, title: string): Locator {
  return page.getByRole("form", { name: title });
}

/** A song in the public queue. */
export function queueRow(page: Page, title: string): Locator {
  return page.getByRole("region", { name: "Şarkı sırası" }).getByRole("listitem")
    .filter({ hasText: title });
}
