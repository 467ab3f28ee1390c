// Table cards: how they look, the choices about them, and the button that prints them.
import { type ReactNode, useId, useState } from "react";
import { createPortal } from "react-dom";
import { Address, QrCode } from "../../components/QrCode.tsx";
import { Brand } from "../../components/Brand.tsx";
import { Button } from "../../components/Button.tsx";
import { TextField } from "../../components/TextField.tsx";
import type { QrShape } from "../../lib/qr.ts";

/** The cards on an A4 sheet. All have the proportions of A4, so that they fit into common stands. */
export const CARDS_PER_SHEET = [2, 4, 8] as const;
type CardsPerSheet = (typeof CARDS_PER_SHEET)[number];

/** What the owner has chosen and typed. */
export interface CardChoice {
  perSheet: CardsPerSheet;
  count: string;
  numbered: boolean;
  /** The number of the first table, if they are numbered. */
  first: string;
}

const MAX_CARDS = 100;
const MAX_TABLE_NUMBER = 999;

/** What is wrong with each field, in a Turkish sentence. */
export function cardFaults({ count, numbered, first }: CardChoice) {
  return {
    count: isNumber(count, MAX_CARDS) ? undefined : `1 ile ${MAX_CARDS} arasında bir sayı yazın.`,
    first: !numbered || isNumber(first, MAX_TABLE_NUMBER)
      ? undefined
      : `1 ile ${MAX_TABLE_NUMBER} arasında bir sayı yazın.`,
  };
}

function isNumber(text: string, max: number): boolean {
  return /^\s*\d+\s*$/.test(text) && Number(text) >= 1 && Number(text) <= max;
}

/** A sheet's cards: the numbers of their tables, null for a card without a number. */
type CardSheet = (number | null)[];

/** The sheets to print for a choice without faults. */
export function cardSheets({ perSheet, count, numbered, first }: CardChoice): CardSheet[] {
  const cards = Array.from(
    { length: Number(count) },
    (_, i) => numbered ? Number(first) + i : null,
  );
  return inSheets(cards, perSheet);
}

function inSheets<Card>(cards: readonly Card[], perSheet: CardsPerSheet): Card[][] {
  return Array.from(
    { length: Math.ceil(cards.length / perSheet) },
    (_, sheet) => cards.slice(sheet * perSheet, (sheet + 1) * perSheet),
  );
}

/** How each size is called, the paper that its cards are as large as, and a sheet of it on a grid of 40 by 44. */
const SIZES: Record<CardsPerSheet, { name: string; paper: string; sheet: string }> = {
  2: { name: "2 büyük", paper: "A5", sheet: "M2 9h36v26H2zM20 9v26" },
  4: { name: "4 orta", paper: "A6", sheet: "M7 4h26v36H7zM20 4v36M7 22h26" },
  8: { name: "8 küçük", paper: "A7", sheet: "M2 9h36v26H2zM11 9v26M20 9v26M29 9v26M2 22h36" },
};

interface CardSizesProps {
  chosen: CardsPerSheet;
  onChoose: (perSheet: CardsPerSheet) => void;
}

function CardSizes({ chosen, onChoose }: CardSizesProps) {
  const id = useId();
  return (
    <fieldset className="card-sizes">
      <legend>Bir A4 sayfada</legend>
      {CARDS_PER_SHEET.map((perSheet) => {
        const { name, paper, sheet } = SIZES[perSheet];
        return (
          <label key={perSheet} className="card-size" htmlFor={`${id}-${perSheet}`}>
            <input
              type="radio"
              id={`${id}-${perSheet}`}
              name={id}
              checked={chosen === perSheet}
              onChange={() => onChoose(perSheet)}
            />
            <svg
              className="card-sheet"
              viewBox="0 0 40 44"
              width="40"
              height="44"
              aria-hidden="true"
            >
              <path d={sheet} />
            </svg>
            <span>
              {name} <small>{paper}</small>
            </span>
          </label>
        );
      })}
    </fieldset>
  );
}

interface CardNumbersProps {
  choice: CardChoice;
  change: (part: Partial<CardChoice>) => void;
}

function CardNumbers({ choice, change }: CardNumbersProps) {
  const id = useId();
  const faults = cardFaults(choice);
  return (
    <>
      <TextField
        label="Kart sayısı"
        inputMode="numeric"
        autoComplete="off"
        maxLength={String(MAX_CARDS).length}
        value={choice.count}
        error={faults.count}
        onChange={(event) => change({ count: event.currentTarget.value })}
      />
      <label className="card-numbered" htmlFor={id}>
        <input
          type="checkbox"
          id={id}
          checked={choice.numbered}
          onChange={(event) => change({ numbered: event.currentTarget.checked })}
        />
        Masa numarası yazılsın
      </label>
      {choice.numbered && (
        <TextField
          label="İlk masanın numarası"
          inputMode="numeric"
          autoComplete="off"
          maxLength={String(MAX_TABLE_NUMBER).length}
          value={choice.first}
          error={faults.first}
          onChange={(event) => change({ first: event.currentTarget.value })}
        />
      )}
    </>
  );
}

interface CardChoicesProps {
  choice: CardChoice;
  onChange: (choice: CardChoice) => void;
  /** The cards are those of the tables: their number and labels are known. */
  isOwn: boolean;
  /** The choice of the cards' codes. */
  children: ReactNode;
}

function CardChoices({ choice, onChange, isOwn, children }: CardChoicesProps) {
  const change = (part: Partial<CardChoice>) => onChange({ ...choice, ...part });
  return (
    <div className="card-choices">
      <CardSizes chosen={choice.perSheet} onChoose={(perSheet) => change({ perSheet })} />
      {children}
      {!isOwn && <CardNumbers choice={choice} change={change} />}
    </div>
  );
}

/** The size of a sheet of paper in mm, and the lines along which the cards are cut. */
const CUTS: Record<CardsPerSheet, [width: number, height: number, lines: string]> = {
  2: [297, 210, "M148.5 0v210"],
  4: [210, 297, "M105 0v297M0 148.5h210"],
  8: [297, 210, "M74.25 0v210M148.5 0v210M222.75 0v210M0 105h297"],
};

interface PrintSheetsProps {
  cafeName: string;
  perSheet: CardsPerSheet;
  sheets: PrintedCard[][];
}

/** Placed beside the panel, so that print can leave out everything else. */
function PrintSheets({ cafeName, perSheet, sheets }: PrintSheetsProps) {
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

const FIRST_CHOICE: CardChoice = { perSheet: 4, count: "4", numbered: false, first: "1" };

interface TableCardsProps {
  cafeName: string;
  /** The short address of the cafe's page, and the code that leads there. */
  url: string;
  shape: QrShape;
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

// A card to put on a table: the cafe's name, the QR code, the page's address, how it works, and the table's label.

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
interface PrintedCard {
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

function TableCard({ cafeName, card: { url, shape, label } }: TableCardProps) {
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
        <p className="table-card-english" lang="en">English: same code, link at the bottom</p>
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
