// Reduces Fraunces (SIL OFL 1.1, see client/styles/fonts/OFL.txt) to what Turkish headings need, in one file. Run it
// after an update of the package, with `deno run -A deploy/fonts/subset_fraunces.ts`. Its output is committed, so that
// a build needs no font compiler.
import { Buffer } from "node:buffer";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import subsetFont from "subset-font";
import { addGlyphs } from "./add_glyphs.ts";

const ROOT = join(import.meta.dirname!, "../..");
const PACKAGE = join(ROOT, "node_modules/@fontsource-variable/fraunces/files");
const TARGET = join(ROOT, "client/styles/fonts/fraunces.woff2");

/** Printable ASCII, the letters of Western names, and typographic punctuation. */
const LATIN = ascii() + "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÕÖØÙÚÛÜÝßàáâãäåæçèéêëìíîïñòóôõöøùúûüýÿı" +
  "\u00a0«»·°–—‘’“”•…€";
const TURKISH = "ĞğİŞş₺";
/** Kerning and figures of equal width. Fraunces has many more features. */
const FEATURES = ["kern", "liga", "ccmp", "locl", "lnum", "tnum"];

// The package has one file for each script. Two files on a page would arrive one after the other, and a word between
// them would be set in two faces.
const latin = await cut("fraunces-latin-full-normal.woff2", LATIN);
const turkish = await cut("fraunces-latin-ext-full-normal.woff2", TURKISH);
const font = await subsetFont(
  Buffer.from(addGlyphs(latin, turkish, TURKISH)),
  LATIN + TURKISH,
  { targetFormat: "woff2", keepFeatures: FEATURES },
);
await Deno.writeFile(TARGET, font);
console.log(`fraunces.woff2: ${(font.length / 1024).toFixed(1)} KB`);

/** One weight, because a heading has no other: the display size, slightly soft, without the 'wonk' swashes. */
async function cut(file: string, letters: string): Promise<Uint8Array> {
  return await subsetFont(await readFile(join(PACKAGE, file)), letters, {
    targetFormat: "truetype",
    keepFeatures: FEATURES,
    variationAxes: { opsz: 72, SOFT: 60, WONK: 0, wght: 600 },
  });
}

function ascii(): string {
  return Array.from({ length: 0x7f - 0x20 }, (_, i) => String.fromCharCode(0x20 + i)).join("");
}
