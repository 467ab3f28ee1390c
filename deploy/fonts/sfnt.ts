// Reads and writes the container of a font: its tables by their tags (OpenType 1.9, 'Table Directory').

export type Tables = Map<string, Uint8Array>;

const HEADER = 12;
const RECORD = 16;
const TRUETYPE = 0x00010000;

/** The tables of `font`, copied. */
export function readTables(font: Uint8Array): Tables {
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
export function writeTables(tables: Tables): Uint8Array {
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

export function view(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
