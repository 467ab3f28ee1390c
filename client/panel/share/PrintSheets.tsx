// The sheets that are printed: A4, full of cards, with lines to cut along. They are hidden on the screen.
import { createPortal } from "react-dom";
import type { CardsPerSheet } from "./card_order.ts";
import { type PrintedCard, TableCard } from "./TableCard.tsx";

/** The size of a sheet of paper in mm, and the lines along which the cards are cut. */
const CUTS: Record<CardsPerSheet, [width: number, height: number, lines: string]> = {
  2: [297, 210, "M148.5 0v210"],
  4: [210, 297, "M105 0v297M0 148.5h210"],
  8: [297, 210, "M74.25 0v210M148.5 0v210M222.75 0v210M0 105h297"],
};

export interface PrintSheetsProps {
  cafeName: string;
  perSheet: CardsPerSheet;
  sheets: PrintedCard[][];
}

/** Placed beside the panel, so that print can leave out everything else. */
export function PrintSheets({ cafeName, perSheet, sheets }: PrintSheetsProps) {
  const [width, height, lines] = CUTS[perSheet];
  return createPortal(
    <div className="print-sheets">
      {sheets.map((cards, sheet) => (
        <div key={sheet} className={`print-sheet print-sheet-${perSheet}`}>
          {cards.map((card, i) => <TableCard key={i} cafeName={cafeName} card={card} />)}
          <svg className="cut-lines" viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
            <path d={lines} />
          </svg>
        </div>
      ))}
    </div>,
    document.body,
  );
}
