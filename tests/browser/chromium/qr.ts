// Reads QR codes as a phone does, with ZXing's C++ decoder (https://github.com/zxing-cpp/zxing-cpp).
import { strict as assert } from "node:assert";
import { readFile } from "node:fs/promises";
import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";

// Without this the module would be fetched from the network.
const wasmBinary = await readFile(
  new URL(import.meta.resolve("zxing-wasm/reader/zxing_reader.wasm")),
);
prepareZXingModule({ overrides: { wasmBinary: wasmBinary.buffer as ArrayBuffer } });

/** The text of the one QR code in this PNG. */
export async function readQr(png: Uint8Array): Promise<string> {
  const codes = await readBarcodes(png, { formats: ["QRCode"] });
  assert.equal(codes.length, 1, `there are ${codes.length} QR codes to read`);
  return codes[0]!.text;
}
