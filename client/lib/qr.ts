// QR codes as SVG paths. Imported dynamically by the panel, so that its library is a chunk of its own.
import { create } from "qrcode";

export interface QrShape {
  /** Modules per side, including the margin. */
  size: number;
  /** One rectangle for each row of dark modules, for `<path d>`. */
  path: string;
}

/** The quiet zone that scanners need, in modules (ISO/IEC 18004). */
const MARGIN = 4;

/** The code for `text`. Level H stays readable on a worn card; on a screen a lower one has larger modules. */
export function drawQr(text: string, errorCorrectionLevel: "M" | "H" = "H"): QrShape {
  const { modules } = create(text, { errorCorrectionLevel });
  let path = "";
  for (let y = 0; y < modules.size; y++) {
    for (let x = 0, end = 0; x < modules.size; x = end + 1) {
      end = x;
      while (end < modules.size && modules.get(y, end)) end++;
      if (end > x) path += `M${x + MARGIN} ${y + MARGIN}h${end - x}v1h-${end - x}z`;
    }
  }
  return { size: modules.size + 2 * MARGIN, path };
}
