// Writes pictures of pages into deploy/pictures.
import { strict as assert } from "node:assert";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import type { PageOptions } from "../browser.ts";
import { settle } from "../settle.ts";
import { reduceColours } from "./palette.ts";
import { readPng, writePng } from "./png.ts";

const FOLDER = join(import.meta.dirname!, "../../../../deploy/pictures");
/** The guide holds every picture, and is read on phones. */
const MAX_BYTES = 200_000;
/** Around a part of a page, in CSS pixels. */
const MARGIN = 16;

/** How pages are opened for pictures. Elements that are fading in would be drawn half transparent. */
export const STILL = {
  colorScheme: "light",
  reducedMotion: "reduce",
  timezoneId: "Europe/Istanbul",
} satisfies PageOptions;

/** For pictures with small text: two of their pixels are one of the page's. */
export const SHARP = { ...STILL, deviceScaleFactor: 2 } satisfies PageOptions;

/** Writes `name.png`: what the page shows now, or the rectangle around some of its `parts`. */
export async function save(page: Page, name: string, ...parts: Locator[]): Promise<void> {
  await page.mouse.move(0, 0);
  await page.waitForLoadState("networkidle");
  await settle(page);
  const area = parts.length > 0 ? { clip: await around(parts), fullPage: true } : {};
  const png = writePng(reduceColours(readPng(await page.screenshot(area))));
  assert.ok(png.length <= MAX_BYTES, `${name}.png has ${png.length} bytes`);
  await Deno.writeFile(join(FOLDER, `${name}.png`), png);
}

/** The rectangle around `parts` with a margin, in CSS pixels. The page must not be scrolled. */
async function around(parts: Locator[]) {
  const boxes = await Promise.all(parts.map(async (part) => (await part.boundingBox())!));
  const left = Math.min(...boxes.map(({ x }) => x)) - MARGIN;
  const top = Math.min(...boxes.map(({ y }) => y)) - MARGIN;
  const right = Math.max(...boxes.map(({ x, width }) => x + width)) + MARGIN;
  const bottom = Math.max(...boxes.map(({ y, height }) => y + height)) + MARGIN;
  return { x: left, y: top, width: right - left, height: bottom - top };
}
