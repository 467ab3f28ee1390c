// Table cards: how they look, the choices about them, and the button that prints them.
import { useState } from "react";
import { Button } from "../../components/Button.tsx";
import { type CardChoice, cardFaults, cardSheets } from "./card_order.ts";
import { CardChoices } from "./CardChoices.tsx";
import { PrintSheets } from "./PrintSheets.tsx";
import { TableCard, type TableCardProps } from "./TableCard.tsx";

const FIRST_CHOICE: CardChoice = { perSheet: 4, count: "4", numbered: false, first: "1" };

export function TableCards(card: Omit<TableCardProps, "table">) {
  const [choice, setChoice] = useState(FIRST_CHOICE);
  /** The last choice without faults, which is printed by the browser's own menu too. */
  const [printed, setPrinted] = useState(FIRST_CHOICE);
  const sheets = cardSheets(printed);
  const isFaulty = (choice: CardChoice) => Object.values(cardFaults(choice)).some(Boolean);
  const change = (choice: CardChoice) => {
    setChoice(choice);
    if (!isFaulty(choice)) setPrinted(choice);
  };
  return (
    <section className="card share-print" aria-labelledby="cards">
      <h2 id="cards">Masa kartları</h2>
      <div className="share-order">
        <CardChoices choice={choice} onChange={change} />
        <p className="share-count" role="status">
          {isFaulty(choice) ? "" : `${Number(choice.count)} kart, ${sheets.length} sayfa A4.`}
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
        <TableCard {...card} table={sheets[0]![0]!} />
      </div>
      <PrintSheets {...card} perSheet={printed.perSheet} sheets={sheets} />
    </section>
  );
}
