// The QR code with its files, and the link.
import { Button } from "../../components/Button.tsx";
import { QrCode } from "../../components/QrCode.tsx";
import type { QrShape } from "../../lib/qr.ts";
import { saveFile } from "../save_file.ts";
import { usePanel } from "../services.ts";
import { qrPng, qrSvg } from "./qr_file.ts";
import { ShareLink } from "./ShareLink.tsx";

/** In CSS pixels. */
const QR_SIDE = 256;

export interface ShareCodeProps {
  cafeName: string;
  /** The short address of the cafe's page. */
  url: string;
  /** The code that leads to that page. */
  shape: QrShape;
}

export function ShareCode({ cafeName, url, shape }: ShareCodeProps) {
  const { notices } = usePanel();
  const saveSvg = () =>
    saveFile(new Blob([qrSvg(shape, QR_SIDE)], { type: "image/svg+xml" }), "siradaki-qr.svg");
  const savePng = async () => {
    try {
      saveFile(await qrPng(shape), "siradaki-qr.png");
    } catch {
      notices.show("error", "Dosya oluşturulamadı.");
    }
  };
  return (
    <section className="card share-code" aria-labelledby="code">
      <h2 id="code">QR kod ve link</h2>
      <QrCode shape={shape} size={QR_SIDE} label={`${cafeName} sayfasının QR kodu`} />
      <div className="share-files">
        <Button icon="download" onClick={saveSvg}>SVG indir</Button>
        <Button icon="download" onClick={savePng}>PNG indir</Button>
      </div>
      <ShareLink url={url} copyLabel="Linki kopyala" copied="Link panoya kopyalandı!" />
    </section>
  );
}
