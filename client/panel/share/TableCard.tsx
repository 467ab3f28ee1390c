// A card to put on a table: the cafe's name, the QR code, the page's address, how it works, and the table's label.
import { Address } from "../../components/Address.tsx";
import { Brand } from "../../components/Brand.tsx";
import { QrCode } from "../../components/QrCode.tsx";
import type { QrShape } from "../../lib/qr.ts";

function Viewfinder() {
  return (
    <svg className="viewfinder" viewBox="0 0 100 100" aria-hidden="true">
      <path d="M1 14V7a6 6 0 0 1 6-6h7M86 1h7a6 6 0 0 1 6 6v7M99 86v7a6 6 0 0 1-6 6h-7M14 99H7a6 6 0 0 1-6-6v-7" />
    </svg>
  );
}

/** A longer name gets smaller type, so that it fits into three lines. */
const MAX_LARGE_NAME_LENGTH = 32;

/** A longer label gets smaller type. */
const MAX_LARGE_LABEL_LENGTH = 10;

/** What differs from table to table. */
export interface PrintedCard {
  /** The short address of the page, with the table's own code if it has one. */
  url: string;
  /** The code that leads to that page. */
  shape: QrShape;
  /** The table's label, null for a card without one. */
  label: string | null;
}

interface TableCardProps {
  cafeName: string;
  card: PrintedCard;
}

export function TableCard({ cafeName, card: { url, shape, label } }: TableCardProps) {
  const long = cafeName.length > MAX_LARGE_NAME_LENGTH;
  return (
    <div className="table-card">
      <div className="table-card-face">
        <p className={long ? "table-card-cafe table-card-long" : "table-card-cafe"}>{cafeName}</p>
        <p className="table-card-call">
          Sıradaki şarkı
          <br />
          sizden
        </p>
        <div className="table-card-code">
          <QrCode
            shape={shape}
            label={[label, `${cafeName} sayfasının QR kodu`].filter(Boolean).join(": ")}
          />
          <Viewfinder />
        </div>
        <p className="table-card-address">
          <Address url={url} short />
        </p>
        <ol className="table-card-steps">
          <li>Okutun</li>
          <li>Seçin</li>
          <li>Gönderin</li>
        </ol>
        <div className="table-card-end">
          <Brand />
          {label !== null && <Label label={label} />}
        </div>
      </div>
    </div>
  );
}

/** The number at its end is large: 'Masa 5'. */
function Label({ label }: { label: string }) {
  const words = label.replace(/\d+$/, "");
  const number = label.slice(words.length);
  const isLong = label.length > MAX_LARGE_LABEL_LENGTH;
  return (
    <p className={isLong ? "table-card-number table-card-label" : "table-card-number"}>
      {number !== "" && words}
      <b>{number || words}</b>
    </p>
  );
}
