// Writes title and artist along the bottom of a cover.
import type { Song } from "../song.ts";
import type { Palette } from "./palette.ts";
import { FOOT, rect, SIDE } from "./shapes.ts";

const MARGIN = 36;
export const SERIF = "Georgia, 'Times New Roman', serif";
const SANS = "'Avenir Next', 'Gill Sans', 'Segoe UI', 'Helvetica Neue', Arial, sans-serif";
/** The width of an average letter, as a fraction of the font size. */
const LETTER = 0.62;

export function sleeveText({ title, artists }: Song, { ground, ink }: Palette): string {
  const artist = artists.join(", ");
  return rect(0, FOOT, SIDE, SIDE - FOOT, ground) +
    text(title, FOOT + 62, fitting(title, 44), SERIF, ink) +
    text(artist, FOOT + 102, fitting(artist, 25), SANS, ink);
}

function text(words: string, y: number, size: number, family: string, fill: string): string {
  return `<text x="${MARGIN}" y="${y}" font-family="${family}" font-size="${size}" fill="${fill}">${
    escaped(words)
  }</text>`;
}

/** The largest size up to `usual` at which `words` fit between the margins. */
function fitting(words: string, usual: number): number {
  return Math.floor(Math.min(usual, (SIDE - 2 * MARGIN) / (words.length * LETTER)));
}

export function escaped(words: string): string {
  return words.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
