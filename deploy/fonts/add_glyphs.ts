// Adds letters of one TrueType font to another. Both are static, and cuts of the same family by script.

import { readCharacters, writeCharacters } from "./character_map.ts";
import { readTables, type Tables, view, writeTables } from "./sfnt.ts";

interface Glyph {
  outline: Uint8Array;
  /** Advance and left side bearing, in font units. */
  metrics: [advance: number, bearing: number];
}

/** Returns `font` with the glyphs that `source` has for `letters`. Kerning with them is not added. */
export function addGlyphs(font: Uint8Array, source: Uint8Array, letters: string): Uint8Array {
  const tables = readTables(font);
  const glyphs = readGlyphs(tables);
  const characters = readCharacters(tables);
  const sourceTables = readTables(source);
  const found = readGlyphs(sourceTables);
  const foundCharacters = readCharacters(sourceTables);
  const added = new Map<number, number>();

  const add = (id: number): number => {
    const known = added.get(id);
    if (known !== undefined) return known;
    const { outline, metrics } = found[id]!;
    const place = glyphs.push({ outline: outline.slice(), metrics }) - 1;
    added.set(id, place);
    for (const at of componentsOf(outline)) {
      view(glyphs[place]!.outline).setUint16(at, add(view(outline).getUint16(at)));
    }
    return place;
  };
  for (const letter of letters) {
    const code = letter.codePointAt(0)!;
    const id = foundCharacters.get(code);
    if (id === undefined) throw new Error(`Cannot add ${letter}: the font has no such letter`);
    characters.set(code, add(id));
  }
  writeGlyphs(tables, glyphs);
  tables.set("cmap", writeCharacters(characters));
  return writeTables(tables);
}

/** The offsets of the glyph ids in a composite glyph ('glyf', 'Composite Glyph Description'). */
function componentsOf(outline: Uint8Array): number[] {
  if (outline.length === 0 || view(outline).getInt16(0) >= 0) return [];
  const offsets: number[] = [];
  for (let at = 10, more = true; more;) {
    const flags = view(outline).getUint16(at);
    offsets.push(at + 2);
    // Arguments of one or two bytes each, then a scale of one, two or four numbers.
    at += 4 + (flags & 0x1 ? 4 : 2) + (flags & 0x8 ? 2 : flags & 0x40 ? 4 : flags & 0x80 ? 8 : 0);
    more = (flags & 0x20) !== 0;
  }
  return offsets;
}

function readGlyphs(tables: Tables): Glyph[] {
  const [head, hhea, hmtx, loca, maxp] = ["head", "hhea", "hmtx", "loca", "maxp"]
    .map((tag) => view(tables.get(tag)!)) as [DataView, DataView, DataView, DataView, DataView];
  const long = head.getInt16(50) === 1;
  const offset = (id: number) => long ? loca.getUint32(4 * id) : 2 * loca.getUint16(2 * id);
  const widths = hhea.getUint16(34);
  return Array.from({ length: maxp.getUint16(4) }, (_, id) => ({
    outline: tables.get("glyf")!.subarray(offset(id), offset(id + 1)),
    metrics: [
      hmtx.getUint16(4 * Math.min(id, widths - 1)),
      // Glyphs beyond the last width have a bearing alone.
      hmtx.getInt16(id < widths ? 4 * id + 2 : 4 * widths + 2 * (id - widths)),
    ],
  }));
}

function writeGlyphs(tables: Tables, glyphs: Glyph[]): void {
  const padded = glyphs.map(({ outline }) => outline.length + (-outline.length & 3));
  const glyf = new Uint8Array(padded.reduce((sum, length) => sum + length, 0));
  const loca = new DataView(new ArrayBuffer(4 * (glyphs.length + 1)));
  const hmtx = new DataView(new ArrayBuffer(4 * glyphs.length));
  let end = 0;
  glyphs.forEach(({ outline, metrics: [advance, bearing] }, id) => {
    glyf.set(outline, end);
    end += padded[id]!;
    loca.setUint32(4 * (id + 1), end);
    hmtx.setUint16(4 * id, advance);
    hmtx.setInt16(4 * id + 2, bearing);
  });
  tables.set("glyf", glyf);
  tables.set("loca", new Uint8Array(loca.buffer));
  tables.set("hmtx", new Uint8Array(hmtx.buffer));
  view(tables.get("head")!).setInt16(50, 1);
  view(tables.get("hhea")!).setUint16(34, glyphs.length);
  view(tables.get("maxp")!).setUint16(4, glyphs.length);
}
