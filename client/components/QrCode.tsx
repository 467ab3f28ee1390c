// A QR code as an image. The caller computes its shape (lib/qr.ts), so that the QR library stays in its own chunk.
import type { QrShape } from "../lib/qr.ts";

export interface QrCodeProps {
  shape: QrShape;
  /** The accessible name: what the code leads to. */
  label: string;
  /** The length of a side in CSS pixels. */
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
      {/* Dark on white in every colour scheme, as scanners expect. */}
      <rect width={shape.size} height={shape.size} fill="#fff" />
      <path d={shape.path} fill="#000" />
    </svg>
  );
}

// An address as text, which breaks before its last part.

export interface AddressProps {
  url: string;
  /** As people type it: without `http://`. */
  short?: boolean;
}

export function Address({ url, short = false }: AddressProps) {
  const last = url.lastIndexOf("/") + 1;
  return (
    <>
      {(short ? url.replace(/^https?:\/\//, "") : url).slice(0, last - url.length)}
      <wbr />
      {url.slice(last)}
    </>
  );
}
