// The QR code as a file: SVG for print shops, PNG for other uses.
import type { QrShape } from "../../lib/qr.ts";

/** The PNG is at least this wide, in pixels: 8 cm at 300 dpi. */
const MIN_PNG_SIDE = 1024;

/** An SVG document. `size` is the length of a side in CSS pixels. */
export function qrSvg({ size: modules, path }: QrShape, size: number): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" ` +
    `viewBox="0 0 ${modules} ${modules}" shape-rendering="crispEdges">` +
    `<path fill="#fff" d="M0 0h${modules}v${modules}H0z"/><path d="${path}"/></svg>\n`;
}

/** A PNG with a whole number of pixels per module, so that the edges are sharp. */
export function qrPng({ size: modules, path }: QrShape): Promise<Blob> {
  const scale = Math.ceil(MIN_PNG_SIDE / modules);
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = modules * scale;
  const pen = canvas.getContext("2d")!;
  pen.fillStyle = "#fff";
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.scale(scale, scale);
  pen.fillStyle = "#000";
  pen.fill(new Path2D(path));
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => blob ? resolve(blob) : reject(new Error("Cannot draw the QR code as a PNG")),
      "image/png",
    )
  );
}
