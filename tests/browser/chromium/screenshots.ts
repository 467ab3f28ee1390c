// Pictures of screens for people to look at. They assert nothing, so they are drawn on request: SCREENSHOTS=1.
import { join } from "node:path";
import type { Page } from "playwright-core";

import { SCHEMES, settle } from "./settle.ts";

const WANTED = Deno.env.get("SCREENSHOTS") === "1";
const FOLDER = join(import.meta.dirname!, "../../screenshots");
/** A phone, a tablet, a laptop. */
const WIDTHS = [360, 768, 1280];

/** Writes `name-width-scheme.png` for each width and scheme into tests/screenshots, which git ignores. */
export async function takeScreenshots(page: Page, name: string): Promise<void> {
  if (!WANTED) return;
  const before = page.viewportSize();
  for (const colorScheme of SCHEMES) {
    await page.emulateMedia({ colorScheme });
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: width < 600 ? 780 : 900 });
      await settle(page);
      await takeScreenshot(page, `${name}-${width}-${colorScheme}`);
    }
  }
  if (before) await page.setViewportSize(before);
}

/** Writes `name.png` as the page is shown now. */
export async function takeScreenshot(page: Page, name: string): Promise<void> {
  if (WANTED) await page.screenshot({ path: join(FOLDER, `${name}.png`), fullPage: true });
}
