// A card to print and put on a table (A6): the cafe's name, the QR code and two lines of instructions.
import { Brand } from "../../components/Brand.tsx";
import { QrCode } from "../../components/QrCode.tsx";
import type { QrShape } from "../../lib/qr.ts";

/** A longer name gets smaller type, so that it fits into three lines. */
const MAX_LARGE_NAME_LENGTH = 40;

export interface TableCardProps {
  cafeName: string;
  shape: QrShape;
}

export function TableCard({ cafeName, shape }: TableCardProps) {
  const long = cafeName.length > MAX_LARGE_NAME_LENGTH;
  return (
    <div className="table-card">
      <div className="table-card-face">
        <p className={long ? "table-card-cafe table-card-long" : "table-card-cafe"}>{cafeName}</p>
        <QrCode shape={shape} label={`${cafeName} sayfasının QR kodu`} />
        <p className="table-card-words">
          Telefonunuzla QR kodu okutun,
          <br />
          şarkınızı seçip isteğinizi gönderin.
        </p>
        <Brand />
      </div>
    </div>
  );
}

/** The cards on an A4 page. */
const CARDS = ["upper left", "upper right", "lower left", "lower right"];

/** The page that is printed; it is hidden on the screen. */
export function PrintSheet(props: TableCardProps) {
  return (
    <div className="print-sheet">
      {CARDS.map((place) => <TableCard key={place} {...props} />)}
    </div>
  );
}
