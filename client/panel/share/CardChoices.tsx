// The choices about table cards: their size, how many, and whether they have numbers.
import { useId } from "react";
import { TextField } from "../../components/TextField.tsx";
import { type CardChoice, cardFaults, MAX_CARDS, MAX_TABLE_NUMBER } from "./card_order.ts";
import { CardSizes } from "./CardSizes.tsx";

export interface CardChoicesProps {
  choice: CardChoice;
  onChange: (choice: CardChoice) => void;
}

export function CardChoices({ choice, onChange }: CardChoicesProps) {
  const id = useId();
  const change = (part: Partial<CardChoice>) => onChange({ ...choice, ...part });
  const faults = cardFaults(choice);
  return (
    <div className="card-choices">
      <CardSizes chosen={choice.perSheet} onChoose={(perSheet) => change({ perSheet })} />
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
    </div>
  );
}
