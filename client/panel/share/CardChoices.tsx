// The choices about table cards: their size, how many, and whether they have numbers.
import { type ReactNode, useId } from "react";
import { TextField } from "../../components/TextField.tsx";
import { type CardChoice, cardFaults, MAX_CARDS, MAX_TABLE_NUMBER } from "./card_order.ts";
import { CardSizes } from "./CardSizes.tsx";

export interface CardChoicesProps {
  choice: CardChoice;
  onChange: (choice: CardChoice) => void;
  /** The cards are those of the tables: their number and labels are known. */
  isOwn: boolean;
  /** The choice of the cards' codes. */
  children: ReactNode;
}

export function CardChoices({ choice, onChange, isOwn, children }: CardChoicesProps) {
  const change = (part: Partial<CardChoice>) => onChange({ ...choice, ...part });
  return (
    <div className="card-choices">
      <CardSizes chosen={choice.perSheet} onChoose={(perSheet) => change({ perSheet })} />
      {children}
      {!isOwn && <CardNumbers choice={choice} change={change} />}
    </div>
  );
}

interface CardNumbersProps {
  choice: CardChoice;
  change: (part: Partial<CardChoice>) => void;
}

/** How many cards that are alike, and which numbers they have. */
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
