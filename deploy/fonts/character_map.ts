// Reads and writes which glyph a font has for a character (OpenType 1.9, 'cmap', format 4).
import { type Tables, view } from "./sfnt.ts";

/** The Unicode characters of the Basic Multilingual Plane, by platform and encoding. */
const WINDOWS_BMP = [3, 1] as const;
const LAST = 0xffff;

/** The glyph ids of the characters. @throws Error if the font has no map of format 4 */
export function readCharacters(tables: Tables): Map<number, number> {
  const cmap = view(tables.get("cmap")!);
  const map = Array.from({ length: cmap.getUint16(2) }, (_, i) => cmap.getUint32(4 + 8 * i + 4))
    .find((start) => cmap.getUint16(start) === 4);
  if (map === undefined) throw new Error("Cannot read the characters: there is no map of format 4");
  const twice = cmap.getUint16(map + 6);
  const characters = new Map<number, number>();
  for (let at = map + 14; at < map + 14 + twice; at += 2) {
    const [last, first, delta, range] = [0, twice + 2, 2 * twice + 2, 3 * twice + 2]
      .map((row) => cmap.getUint16(at + row)) as [number, number, number, number];
    for (let code = first; code <= last && code < LAST; code++) {
      const listed = at + 3 * twice + 2 + range + 2 * (code - first);
      const id = range === 0 ? code : cmap.getUint16(listed);
      if (id !== 0) characters.set(code, (id + delta) & LAST);
    }
  }
  return characters;
}

/** The table `cmap`, with a segment for each character. */
export function writeCharacters(characters: Map<number, number>): Uint8Array {
  const segments = [...characters].sort(([a], [b]) => a - b)
    .map(([code, id]) => [code, id - code] as const);
  segments.push([LAST, 1]);
  const twice = 2 * segments.length;
  const length = 16 + 4 * twice;
  const cmap = new Uint8Array(12 + length);
  const bytes = view(cmap);
  // One map, at offset 12. The fields for binary search stay 0, since readers compute them.
  [0, 1, ...WINDOWS_BMP, 0, 12, 4, length, 0, twice]
    .forEach((value, i) => bytes.setUint16(2 * i, value));
  segments.forEach(([code, delta], i) => {
    const at = 12 + 14 + 2 * i;
    bytes.setUint16(at, code);
    bytes.setUint16(at + twice + 2, code);
    bytes.setUint16(at + 2 * twice + 2, delta & LAST);
  });
  return cmap;
}
