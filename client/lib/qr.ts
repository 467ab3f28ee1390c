// QR codes as the path of an SVG. In a chunk of its own wherever it is imported dynamically.
import { create } from "qrcode";

export interface QrShape {
  /** Modules a side, the margin included. */
  size: number;
  /** One square a dark module, for `<path d>`. */
  path: string;
}

/** The quiet zone that scanners need (ISO/IEC 18004: four modules). */
const MARGIN = 4;

/** The code for `text` with high error correction and a margin (spec 9). */
export function drawQr(text: string): QrShape {
  const { modules } = create(text, { errorCorrectionLevel: "H" });
  let path = "";
  for (let y = 0; y < modules.size; y++) {
    for (let x = 0; x < modules.size; x++) {
      if (modules.get(y, x)) path += `M${x + MARGIN} ${y + MARGIN}h1v1h-1z`;
    }
  }
  return { size: modules.size + 2 * MARGIN, path };
}
