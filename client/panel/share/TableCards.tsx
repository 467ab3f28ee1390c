// Table cards: how they look, the choices about them, and the button that prints them.
import { useId, useState } from "react";
import { Button } from "../../components/Button.tsx";
import type { QrShape } from "../../lib/qr.ts";
import { type CardChoice, cardFaults } from "./card_order.ts";
import { cardSheets, inSheets } from "./card_sheets.ts";
import { CardChoices } from "./CardChoices.tsx";
import { PrintSheets } from "./PrintSheets.tsx";
import { type PrintedCard, TableCard } from "./TableCard.tsx";

const FIRST_CHOICE: CardChoice = { perSheet: 4, count: "4", numbered: false, first: "1" };

export interface TableCardsProps {
  cafeName: string;
  /** The short address of the cafe's page, and the code that leads there. */
  url: string;
  shape: QrShape;
  /** The cards of the tables that have codes of their own. */
  own: PrintedCard[];
}

export function TableCards({ cafeName, url, shape, own }: TableCardsProps) {
  const id = useId();
  const [wantsOwn, setWantsOwn] = useState(true);
  const [choice, setChoice] = useState(FIRST_CHOICE);
  /** The last choice without faults, which is printed by the browser's own menu too. */
  const [printed, setPrinted] = useState(FIRST_CHOICE);
  const isOwn = wantsOwn && own.length > 0;
  const alike = (number: number | null) => ({
    ...{ url, shape },
    label: number === null ? null : `Masa ${number}`,
  });
  const sheets = isOwn
    ? inSheets(own, printed.perSheet)
    : cardSheets(printed).map((sheet) => sheet.map(alike));
  const isFaulty = (choice: CardChoice) =>
    !isOwn && Object.values(cardFaults(choice)).some(Boolean);
  const change = (choice: CardChoice) => {
    setChoice(choice);
    if (!isFaulty(choice)) setPrinted(choice);
  };
  return (
    <section className="card share-print" aria-labelledby="cards">
      <h2 id="cards">Masa kartları</h2>
      <div className="share-order">
        <CardChoices choice={choice} onChange={change} isOwn={isOwn}>
          {own.length > 0 && (
            <label className="card-numbered" htmlFor={id}>
              <input
                type="checkbox"
                id={id}
                checked={wantsOwn}
                onChange={(event) => setWantsOwn(event.currentTarget.checked)}
              />
              Her masanın kendi kodu
            </label>
          )}
        </CardChoices>
        <p className="share-count" role="status">
          {isFaulty(choice) ? "" : `${sheets.flat().length} kart, ${sheets.length} sayfa A4.`}
        </p>
        <Button
          look="primary"
          icon="print"
          resting={isFaulty(choice)}
          onClick={() => print()}
        >
          Masa kartlarını yazdır
        </Button>
        <p className="aside">
          Önce bir sayfa yazdırın, kodu telefonunuzla okutun. Sonra çizgilerden kesin, masalara
          koyun.
        </p>
      </div>
      <div className="share-preview">
        <TableCard cafeName={cafeName} card={sheets[0]![0]!} />
      </div>
      <PrintSheets cafeName={cafeName} perSheet={printed.perSheet} sheets={sheets} />
    </section>
  );
}
