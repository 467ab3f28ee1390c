// A card to put on a table: the cafe's name, the QR code, the page's address, how it works, and the table's number.
import { Brand } from "../../components/Brand.tsx";
import { QrCode } from "../../components/QrCode.tsx";
import type { QrShape } from "../../lib/qr.ts";
import { Address } from "../../components/Address.tsx";
import { Viewfinder } from "./Viewfinder.tsx";

/** A longer name gets smaller type, so that it fits into three lines. */
const MAX_LARGE_NAME_LENGTH = 32;

export interface TableCardProps {
  cafeName: string;
  /** The short address of the cafe's page. */
  url: string;
  /** The code that leads to that page. */
  shape: QrShape;
  /** The table's number, null for a card without one. */
  table: number | null;
}

export function TableCard({ cafeName, url, shape, table }: TableCardProps) {
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
          <QrCode shape={shape} label={`${cafeName} sayfasının QR kodu`} />
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
          {table !== null && (
            <p className="table-card-number">
              Masa <b>{table}</b>
            </p>
          )}
        </div>
      </div>
    </div>
  );
}
