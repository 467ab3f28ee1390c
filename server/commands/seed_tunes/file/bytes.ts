// Parts of files.

export type Bytes = Uint8Array<ArrayBuffer>;

/** The parts one after another; text as UTF-8. */
export function join(...parts: (Uint8Array | string)[]): Bytes {
  const all = parts.map((part) => typeof part === "string" ? new TextEncoder().encode(part) : part);
  const joined = new Uint8Array(all.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of all) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

/** Four bytes, the highest first. */
export function uint32(value: number): Bytes {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value);
  return bytes;
}

/** Four bytes, the lowest first. */
export function uint32LittleEndian(value: number): Bytes {
  return uint32(value).reverse();
}
