// Reduces a picture of a screen to 256 colours, which makes it less than half as large.
import type { Bitmap, IndexedBitmap } from "./png.ts";

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
