// Draws a song's cover as SVG: a motif in one palette, above the song's name.
import type { Song } from "../song.ts";
import { type Chance, createChance } from "../chance.ts";
import { hills, rays, sunset, waves } from "./landscapes.ts";
import { monogram } from "./monogram.ts";
import { type Palette, PALETTES } from "./palette.ts";
import { arcs, kilim, record, ribbons, rosette, tiles } from "./patterns.ts";
import { rect, SIDE } from "./shapes.ts";
import { sleeveText } from "./sleeve_text.ts";

const MOTIFS: readonly [Motif, ...Motif[]] = [
  sunset,
  hills,
  waves,
  rays,
  tiles,
  kilim,
  arcs,
  rosette,
  record,
  ribbons,
  monogram,
];

type Motif = (palette: Palette, chance: Chance, song: Song) => string;

/** Draws the cover of `song`. The same song always gets the same cover. */
export function drawCover(song: Song): string {
  const chance = createChance(song.id);
  const palette = chance.pick(PALETTES);
  const motif = chance.pick(MOTIFS);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${SIDE}" height="${SIDE}" viewBox="0 0 ${SIDE} ${SIDE}">` +
    rect(0, 0, SIDE, SIDE, palette.ground) + motif(palette, chance, song) +
    sleeveText(song, palette) + "</svg>";
}
