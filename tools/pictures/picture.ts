// Writes pictures of pages into deploy/pictures.
import { strict as assert } from "node:assert";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import type { PageOptions } from "../../tests/browser/chromium/browser.ts";
import { settle } from "../../tests/browser/chromium/settle.ts";
import { Buffer } from "node:buffer";
import { crc32, deflateSync, inflateSync } from "node:zlib";

const FOLDER = join(import.meta.dirname!, "../../deploy/pictures");
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

// Reduces a picture of a screen to 256 colours, which makes it less than half as large.

const MAX_COLOURS = 256;
/** Those that every picture keeps, among them the shades of large shadows. */
const MAX_KEPT = 160;

/** The same picture in at most 256 of its own colours. The most frequent ones stay exactly as they are. */
export function reduceColours({ width, height, rgb }: Bitmap): IndexedBitmap {
  const counts = new Map<number, number>();
  for (let i = 0; i < rgb.length; i += 3) {
    const colour = colourAt(rgb, i);
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  const byFrequency = [...counts].toSorted((a, b) => b[1] - a[1]).map(([colour]) => colour);
  const palette = choose(byFrequency);
  const indexes = new Map(byFrequency.map((colour) => [colour, nearest(palette, colour)]));
  const pixels = Uint8Array.from(
    { length: width * height },
    (_, i) => indexes.get(colourAt(rgb, 3 * i))!,
  );
  return { width, height, palette, pixels };
}

/** The first of `colours`, and as many others that each is near one of them, as near as 256 of them allow. */
function choose(colours: number[]): number[] {
  for (let reach = 1;; reach *= 1.3) {
    const chosen = colours.slice(0, MAX_KEPT);
    for (const colour of colours) {
      if (chosen.length > MAX_COLOURS) break;
      if (chosen.every((other) => distance(other, colour) > reach)) chosen.push(colour);
    }
    if (chosen.length <= MAX_COLOURS) return chosen;
  }
}

function nearest(palette: number[], colour: number): number {
  const distances = palette.map((other) => distance(other, colour));
  return distances.indexOf(Math.min(...distances));
}

/** Of two colours, in the space that they are stored in. */
function distance(a: number, b: number): number {
  return Math.hypot((a >> 16) - (b >> 16), (a >> 8 & 255) - (b >> 8 & 255), (a & 255) - (b & 255));
}

function colourAt(rgb: Uint8Array, i: number): number {
  return rgb[i]! << 16 | rgb[i + 1]! << 8 | rgb[i + 2]!;
}

// Reads the PNG files that Chromium writes, and writes those that have a palette (https://www.w3.org/TR/png-3/).

export interface Bitmap {
  width: number;
  height: number;
  /** Red, green and blue of each pixel, row by row. */
  rgb: Uint8Array;
}

export interface IndexedBitmap {
  width: number;
  height: number;
  /** At most 256 colours, each 0xRRGGBB. */
  palette: number[];
  /** The place of each pixel's colour in the palette, row by row. */
  pixels: Uint8Array;
}

const SIGNATURE = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");
/** 8 bits for each channel, red, green and blue, not interlaced. */
const RGB = [8, 2, 0, 0, 0];
/** 8 bits for each place in a palette, not interlaced. */
const PALETTE = [8, 3, 0, 0, 0];

/** @throws AssertionError if it is not an RGB image of 8 bits, as a screenshot without transparency is */
export function readPng(png: Uint8Array): Bitmap {
  const file = Buffer.from(png);
  const chunks: { type: string; body: Buffer }[] = [];
  for (let at = SIGNATURE.length; at < file.length;) {
    const end = at + 8 + file.readUInt32BE(at);
    chunks.push({
      type: file.toString("latin1", at + 4, at + 8),
      body: file.subarray(at + 8, end),
    });
    at = end + 4;
  }
  const head = chunks[0]!.body;
  assert.deepEqual([...head.subarray(8)], RGB, "the picture is not in RGB");
  const [width, height] = [head.readUInt32BE(0), head.readUInt32BE(4)];
  const rows = inflateSync(
    Buffer.concat(chunks.filter(({ type }) => type === "IDAT").map(({ body }) => body)),
  );
  return { width, height, rgb: unfilter(rows, 3 * width) };
}

/** Undoes the filter of each row, which its first byte names: a difference to the left, above, or both. */
function unfilter(rows: Uint8Array, length: number): Uint8Array {
  const pixels = new Uint8Array(rows.length / (length + 1) * length);
  for (let row = 0; row * (length + 1) < rows.length; row++) {
    const filter = rows[row * (length + 1)]!;
    for (let i = 0; i < length; i++) {
      const at = row * length + i;
      const left = i < 3 ? 0 : pixels[at - 3]!;
      const above = row === 0 ? 0 : pixels[at - length]!;
      const corner = i < 3 || row === 0 ? 0 : pixels[at - length - 3]!;
      const predicted = [0, left, above, (left + above) >> 1, paeth(left, above, corner)][filter]!;
      pixels[at] = rows[row * (length + 1) + 1 + i]! + predicted;
    }
  }
  return pixels;
}

function paeth(left: number, above: number, corner: number): number {
  const guess = left + above - corner;
  const [a, b, c] = [left, above, corner].map((value) => Math.abs(guess - value));
  return a! <= b! && a! <= c! ? left : b! <= c! ? above : corner;
}

/** A PNG file with a palette. Flat areas compress best without filters. */
export function writePng({ width, height, palette, pixels }: IndexedBitmap): Uint8Array {
  const head = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, ...PALETTE]);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  const rows = Buffer.alloc(height * (width + 1));
  for (let row = 0; row < height; row++) {
    rows.set(pixels.subarray(row * width, (row + 1) * width), row * (width + 1) + 1);
  }
  return Buffer.concat([
    SIGNATURE,
    chunk("IHDR", head),
    chunk("PLTE", Buffer.from(palette.flatMap((c) => [c >> 16, c >> 8 & 255, c & 255]))),
    chunk("IDAT", deflateSync(rows, { level: 9, memLevel: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type: string, body: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type, "latin1"), body]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(body.length);
  sum.writeUInt32BE(crc32(typed));
  return Buffer.concat([length, typed, sum]);
}
