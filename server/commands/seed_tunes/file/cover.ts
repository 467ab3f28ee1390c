// Covers, drawn from a few shapes on a ground.
import type { Bytes } from "./bytes.ts";
import { pngFile } from "./png_file.ts";
import type { Shape } from "./shapes.ts";

export interface Cover {
  /** A colour such as `#24130d`. */
  ground: string;
  /** Shapes with their colours. Later ones cover earlier ones. */
  layers: [Shape, string][];
}

/** In pixels. */
const SIDE = 320;

/** Draws a cover as a PNG. */
export function drawCover({ ground, layers }: Cover): Bytes {
  const pixels = new Uint8Array(SIDE * SIDE * 3);
  const base = readColour(ground);
  const coloured = layers.map(([shape, colour]) => ({ shape, colour: readColour(colour) }));
  const unit = 100 / SIDE;
  for (let i = 0; i < SIDE * SIDE; i++) {
    const x = (i % SIDE + 0.5) * unit;
    const y = (Math.floor(i / SIDE) + 0.5) * unit;
    pixels.set(base, 3 * i);
    for (const { shape, colour } of coloured) {
      // A pixel that the edge crosses is covered in part.
      const covered = Math.max(0, Math.min(1, 0.5 - shape(x, y) / unit));
      for (let j = 3 * i; covered > 0 && j < 3 * i + 3; j++) {
        pixels[j]! += Math.round((colour[j % 3]! - pixels[j]!) * covered);
      }
    }
  }
  return pngFile(SIDE, pixels);
}

function readColour(colour: string): number[] {
  return (colour.match(/[0-9a-f]{2}/g) ?? []).map((part) => parseInt(part, 16));
}
