// The card that stands on a table (A6): the cafe's name, the code and two lines of instruction.
import { Brand } from "../../components/Brand.tsx";
import { QrCode } from "../../components/QrCode.tsx";
import type { QrShape } from "../../lib/qr.ts";

/** Characters from which on a name would take more than its three lines of the larger type. */
const LONG_NAME = 40;

export interface TableCardProps {
  cafeName: string;
  shape: QrShape;
}

export function TableCard({ cafeName, shape }: TableCardProps) {
  const long = cafeName.length > LONG_NAME;
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

/** Cards on an A4 page. */
const CARDS = ["upper left", "upper right", "lower left", "lower right"];

/** The page that the printer gets; on the screen there is nothing of it. */
export function PrintSheet(props: TableCardProps) {
  return (
    <div className="print-sheet">
      {CARDS.map((place) => <TableCard key={place} {...props} />)}
    </div>
  );
}
