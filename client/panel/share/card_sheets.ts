// The sheets on which table cards are printed.
import type { CardChoice, CardsPerSheet } from "./card_order.ts";

/** A sheet's cards: the numbers of their tables, null for a card without a number. */
export type CardSheet = (number | null)[];

/** The sheets to print for a choice without faults. */
export function cardSheets({ perSheet, count, numbered, first }: CardChoice): CardSheet[] {
  const cards = Array.from(
    { length: Number(count) },
    (_, i) => numbered ? Number(first) + i : null,
  );
  return inSheets(cards, perSheet);
}

/** The cards sheet by sheet. */
export function inSheets<Card>(cards: readonly Card[], perSheet: CardsPerSheet): Card[][] {
  return Array.from(
    { length: Math.ceil(cards.length / perSheet) },
    (_, sheet) => cards.slice(sheet * perSheet, (sheet + 1) * perSheet),
  );
}
