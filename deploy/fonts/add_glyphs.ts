// Adds letters of one TrueType font to another. Both are static, and cuts of the same family by script.

type Tables = Map<string, Uint8Array>;

const HEADER = 12;
const RECORD = 16;
const TRUETYPE = 0x00010000;

/** The tables of `font`, copied. */
function readTables(font: Uint8Array): Tables {
  const bytes = view(font);
  return new Map(
    Array.from({ length: bytes.getUint16(4) }, (_, i) => {
      const record = HEADER + RECORD * i;
      const start = bytes.getUint32(record + 8);
      const tag = new TextDecoder().decode(font.subarray(record, record + 4));
      return [tag, font.slice(start, start + bytes.getUint32(record + 12))];
    }),
  );
}

/** A font of `tables`. It has no checksums: the subsetter, which reads it next, writes them. */
function writeTables(tables: Tables): Uint8Array {
  const sorted = [...tables].sort(([a], [b]) => a < b ? -1 : 1);
  const padded = sorted.map(([, table]) => table.length + (-table.length & 3));
  let start = HEADER + RECORD * sorted.length;
  const font = new Uint8Array(start + padded.reduce((sum, length) => sum + length, 0));
  const bytes = view(font);
  bytes.setUint32(0, TRUETYPE);
  bytes.setUint16(4, sorted.length);
  sorted.forEach(([tag, table], i) => {
    const record = HEADER + RECORD * i;
    font.set(new TextEncoder().encode(tag), record);
    bytes.setUint32(record + 8, start);
    bytes.setUint32(record + 12, table.length);
    font.set(table, start);
    start += padded[i]!;
  });
  return font;
}

function view(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** The Unicode characters of the Basic Multilingual Plane, by platform and encoding. */
const WINDOWS_BMP = [3, 1] as const;
const LAST = 0xffff;

/** The glyph ids of the characters. @throws Error if the font has no map of format 4 */
function readCharacters(tables: Tables): Map<number, number> {
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
function writeCharacters(characters: Map<number, number>): Uint8Array {
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
