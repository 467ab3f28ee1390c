// Colour schemes, and waiting until nothing on a page moves any more.
import type { Page } from "playwright-core";

export const SCHEMES = ["light", "dark"] as const;

/** Resolves once fonts have loaded and every animation that ends has ended. */
export async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    const ending = document.getAnimations()
      .filter((a) => a.effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map((a) => a.finished));
  });
}
