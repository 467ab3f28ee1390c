// Reads the PNG files that Chromium writes, and writes those that have a palette (https://www.w3.org/TR/png-3/).
import { strict as assert } from "node:assert";
import { Buffer } from "node:buffer";
import { crc32, deflateSync, inflateSync } from "node:zlib";

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
