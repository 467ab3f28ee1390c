// A QR code as an image. Drawing it (lib/qr.ts) is the caller's, so that the library stays in its own chunk.
import type { QrShape } from "../lib/qr.ts";

export interface QrCodeProps {
  shape: QrShape;
  /** What scanning it leads to, for those who cannot see it. */
  label: string;
  /** Sides in CSS pixels (spec 9: 256). */
  size?: number;
}

export function QrCode({ shape, label, size = 256 }: QrCodeProps) {
  return (
    <svg
      className="qr"
      xmlns="http://www.w3.org/2000/svg"
      viewBox={`0 0 ${shape.size} ${shape.size}`}
      width={size}
      height={size}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      {/* Always dark on white: scanners expect it, in either scheme. */}
      <rect width={shape.size} height={shape.size} fill="#fff" />
      <path d={shape.path} fill="#000" />
    </svg>
  );
}
