// What a guest can pay a tip with besides at the till: the cafe's own link, and its QR code (docs/money.md#till-link). It is
// loaded by itself, since most cafes have none.
import { QrCode } from "../components/QrCode.tsx";
import { drawQr } from "../lib/qr.ts";

interface TillLinkProps {
  link: string;
  /** What the link and the code are called: this script imports nothing of the page's own (vite.config.ts). */
  byPhone: string;
  code: string;
}

export function TillLink({ link, byPhone, code }: TillLinkProps) {
  const isAddress = link.startsWith("https:");
  return (
    <div className="own-pay">
      {isAddress && (
        <a className="button" href={link} target="_blank" rel="noopener noreferrer">
          {byPhone}
        </a>
      )}
      <details open={!isAddress}>
        <summary>{code}</summary>
        <QrCode shape={drawQr(link, "M")} label={code} size={200} />
      </details>
    </div>
  );
}
