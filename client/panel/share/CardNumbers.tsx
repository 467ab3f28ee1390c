// The choice of how many table cards that are alike, and which numbers they have.
import { useId } from "react";
import { TextField } from "../../components/TextField.tsx";
import { type CardChoice, cardFaults, MAX_CARDS, MAX_TABLE_NUMBER } from "./card_order.ts";

interface CardNumbersProps {
  choice: CardChoice;
  change: (part: Partial<CardChoice>) => void;
}

export function CardNumbers({ choice, change }: CardNumbersProps) {
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
