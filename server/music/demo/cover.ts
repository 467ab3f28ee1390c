// Draws a song's cover as SVG: a motif in one palette, above the song's name.
import { Hono } from "hono";
import { findSong } from "./catalogue.ts";
import { type Chance, createChance, type Song } from "./song.ts";
import {
  arcs,
  circle,
  FOOT,
  hills,
  kilim,
  lightness,
  type Palette,
  PALETTES,
  path,
  rays,
  record,
  rect,
  ribbons,
  rosette,
  SIDE,
  sunset,
  tiles,
  waves,
} from "./cover_patterns.ts";
import { SpotifyError } from "./parameters.ts";

const MARGIN = 36;
const SERIF = "Georgia, 'Times New Roman', serif";
const SANS = "'Avenir Next', 'Gill Sans', 'Segoe UI', 'Helvetica Neue', Arial, sans-serif";
/** The width of an average letter, as a fraction of the font size. */
const LETTER = 0.62;

function sleeveText({ title, artists }: Song, { ground, ink }: Palette): string {
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

function escaped(words: string): string {
  return words.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** The title's initial over the artist's colours. */
function monogram({ ground, ink, colours }: Palette, chance: Chance, song: Song): string {
  const [wall, disc] = chance.shuffled(colours) as [string, string];
  const [middle, half] = [SIDE / 2, FOOT / 2];
  const back = chance.pick([
    circle(middle, half, 216, wall) + circle(middle, half, 178, disc),
    rect(0, 0, middle, FOOT, wall) + circle(middle, half, 190, disc),
    path(`M 0 ${FOOT} A ${middle} ${middle} 0 0 1 ${SIDE} ${FOOT} Z`, wall) +
    circle(middle, half, 176, disc),
    path(`M 0 0 H ${SIDE} L 0 ${FOOT} Z`, wall) + circle(middle, half, 176, disc),
  ]);
  const apart = (colour: string) => Math.abs(lightness(colour) - lightness(disc));
  const [face, shadow] = apart(ink) > apart(ground) ? [ink, ground] : [ground, ink];
  const letter = [...song.title].find((c) => /\p{L}/u.test(c)) ?? song.title.charAt(0);
  return back +
    [[7, shadow], [0, face]].map(([shift, fill]) =>
      `<text x="${middle + Number(shift)}" y="${
        half + 118 + Number(shift)
      }" text-anchor="middle" ` +
      `font-family="${SERIF}" font-size="330" font-weight="700" fill="${fill}">${
        escaped(letter.toLocaleUpperCase("tr"))
      }</text>`
    ).join("");
}

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

// /covers/{id}.svg

export function coverFiles() {
  return new Hono().get("/:file{[0-9A-Za-z]{22}\\.svg}", (c) => {
    const song = findSong(c.req.param("file").slice(0, -".svg".length));
    if (!song) throw new SpotifyError(404, "Resource not found");
    c.header("Content-Type", "image/svg+xml; charset=utf-8");
    c.header("Cache-Control", "public, max-age=31536000, immutable");
    c.header("Content-Security-Policy", "default-src 'none'; sandbox");
    c.header("X-Content-Type-Options", "nosniff");
    return c.body(drawCover(song));
  });
}
