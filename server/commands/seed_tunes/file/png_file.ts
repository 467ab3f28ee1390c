// A PNG file.
import { crc32, deflateSync } from "node:zlib";
import { type Bytes, join, uint32 } from "./bytes.ts";

const SIGNATURE = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Eight bits for each of red, green and blue; not interlaced. */
const FORMAT = new Uint8Array([8, 2, 0, 0, 0]);

/** A square picture of `side` pixels. `pixels` are red, green and blue, row by row. */
export function pngFile(side: number, pixels: Uint8Array): Bytes {
  const rowBytes = 3 * side;
  // Each row begins with its filter: 0, none.
  const rows = new Uint8Array(side * (rowBytes + 1));
  for (let row = 0; row < side; row++) {
    const from = row * rowBytes;
    rows.set(pixels.subarray(from, from + rowBytes), row * (rowBytes + 1) + 1);
  }
  return join(
    SIGNATURE,
    chunk("IHDR", join(uint32(side), uint32(side), FORMAT)),
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", new Uint8Array()),
  );
}

function chunk(type: string, body: Uint8Array): Bytes {
  const typed = join(type, body);
  return join(uint32(body.length), typed, uint32(crc32(typed)));
}
