// The choice of the cards' size, by how many fit on a sheet.
import { useId } from "react";
import { CARDS_PER_SHEET, type CardsPerSheet } from "./card_order.ts";

/** How each size is called, the paper that its cards are as large as, and a sheet of it on a grid of 40 by 44. */
const SIZES: Record<CardsPerSheet, { name: string; paper: string; sheet: string }> = {
  2: { name: "2 büyük", paper: "A5", sheet: "M2 9h36v26H2zM20 9v26" },
  4: { name: "4 orta", paper: "A6", sheet: "M7 4h26v36H7zM20 4v36M7 22h26" },
  8: { name: "8 küçük", paper: "A7", sheet: "M2 9h36v26H2zM11 9v26M20 9v26M29 9v26M2 22h36" },
};

export interface CardSizesProps {
  chosen: CardsPerSheet;
  onChoose: (perSheet: CardsPerSheet) => void;
}

export function CardSizes({ chosen, onChoose }: CardSizesProps) {
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
