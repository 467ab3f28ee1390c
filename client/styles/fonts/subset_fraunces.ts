// Reduces Fraunces (SIL OFL 1.1, see OFL.txt) to the characters that Turkish headings need. Run it after an update of the
// package, with `deno run -A client/styles/fonts/subset_fraunces.ts`. Its output is committed, so that a build needs no
// font compiler.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import subsetFont from "subset-font";

const PACKAGE = join(
  import.meta.dirname!,
  "../../../node_modules/@fontsource-variable/fraunces/files",
);
/** The package has one file per script; a Turkish page needs both. */
const FILES = {
  "fraunces-latin-full-normal.woff2": ["fraunces.woff2", latin()],
  "fraunces-latin-ext-full-normal.woff2": ["fraunces_turkish.woff2", "ĞğİŞş₺"],
} as const;

for (const [source, [target, letters]] of Object.entries(FILES)) {
  const font = await subsetFont(await readFile(join(PACKAGE, source)), letters, {
    targetFormat: "woff2",
    // Only large headings use it: the display size, slightly soft, without the 'wonk' swashes.
    variationAxes: { opsz: 72, SOFT: 60, WONK: 0, wght: { min: 400, max: 700 } },
  });
  await Deno.writeFile(join(import.meta.dirname!, target), font);
  console.log(`${target}: ${(font.length / 1024).toFixed(1)} KB`);
}

/** Printable ASCII, the Latin letters of Western names, and typographic punctuation. */
function latin(): string {
  const range = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, i) => String.fromCodePoint(from + i)).join("");
  return range(0x20, 0x7e) + range(0xa0, 0xff) + "ıŒœ–—‘’“”•…€";
}
