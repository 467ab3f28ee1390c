// The QR code with its files, and the link.
import { type ReactNode, useRef } from "react";
import { Address, QrCode } from "../../components/QrCode.tsx";
import { Button, buttonClass } from "../../components/Button.tsx";
import type { QrShape } from "../../lib/qr.ts";
import { copyText, saveFile } from "../files.ts";
import { usePanel } from "../services.ts";

/** The PNG is at least this wide, in pixels: 8 cm at 300 dpi. */
const MIN_PNG_SIDE = 1024;

/** An SVG document. `size` is the length of a side in CSS pixels. */
export function qrSvg({ size: modules, path }: QrShape, size: number): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" ` +
    `viewBox="0 0 ${modules} ${modules}" shape-rendering="crispEdges">` +
    `<path fill="#fff" d="M0 0h${modules}v${modules}H0z"/><path d="${path}"/></svg>\n`;
}

/** A PNG with a whole number of pixels per module, so that the edges are sharp. */
function qrPng({ size: modules, path }: QrShape): Promise<Blob> {
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

interface ShareLinkProps {
  url: string;
  /** What the button says that copies it, and what the owner reads when that has succeeded. */
  copyLabel: string;
  copied: string;
  /** Another button beside those for the code. */
  children?: ReactNode;
}

function ShareLink({ url, copyLabel, copied, children }: ShareLinkProps) {
  const { notices } = usePanel();
  const link = useRef<HTMLAnchorElement>(null);
  const copy = async () => {
    if (await copyText(url)) return notices.show("success", copied);
    getSelection()?.selectAllChildren(link.current!);
    notices.show("error", "Link kopyalanamadı. Seçili linki kendiniz kopyalayın.");
  };
  return (
    <div className="share-link">
      <a ref={link} href={url} target="_blank" rel="noopener">
        <Address url={url} />
        <span className="visually-hidden">(yeni sekmede açılır)</span>
      </a>
      <div className="share-files">
        {children}
        <Button icon="copy" onClick={copy}>{copyLabel}</Button>
      </div>
    </div>
  );
}

/** In CSS pixels. */
const QR_SIDE = 256;

interface ShareCodeProps {
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

// The address of the television page, which can be opened and copied.

interface TelevisionLinkProps {
  /** The short address of the cafe's page: a remote control types slowly. */
  url: string;
}

export function TelevisionLink({ url }: TelevisionLinkProps) {
  const television = `${url}/ekran`;
  return (
    <section className="card share-television" aria-labelledby="television">
      <h2 id="television">Televizyon ekranı</h2>
      <p>
        Çalan şarkıyı, sıradakileri ve QR kodu gösterir. Kafedeki televizyonun tarayıcısında bu
        adresi açın; giriş gerekmez.
      </p>
      <ShareLink url={television} copyLabel="Adresi kopyala" copied="Adres panoya kopyalandı!">
        <a className={buttonClass("plain")} href={television} target="_blank" rel="noopener">
          Ekranı aç<span className="visually-hidden">(yeni sekmede açılır)</span>
        </a>
      </ShareLink>
    </section>
  );
}
