// The choices about table cards: their size, how many, and whether they have numbers.
import type { ReactNode } from "react";
import type { CardChoice } from "./card_order.ts";
import { CardSizes } from "./CardSizes.tsx";
import { CardNumbers } from "./CardNumbers.tsx";

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
