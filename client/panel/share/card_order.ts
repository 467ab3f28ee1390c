// Which table cards to print: how large, how many, and with which numbers.

/** The cards on an A4 sheet. All have the proportions of A4, so that they fit into common stands. */
export const CARDS_PER_SHEET = [2, 4, 8] as const;
export type CardsPerSheet = (typeof CARDS_PER_SHEET)[number];

/** What the owner has chosen and typed. */
export interface CardChoice {
  perSheet: CardsPerSheet;
  count: string;
  numbered: boolean;
  /** The number of the first table, if they are numbered. */
  first: string;
}

/** A sheet's cards: the numbers of their tables, null for a card without a number. */
export type CardSheet = (number | null)[];

export const MAX_CARDS = 100;
export const MAX_TABLE_NUMBER = 999;

/** What is wrong with each field, in a Turkish sentence. */
export function cardFaults({ count, numbered, first }: CardChoice) {
  return {
    count: isNumber(count, MAX_CARDS) ? undefined : `1 ile ${MAX_CARDS} arasında bir sayı yazın.`,
    first: !numbered || isNumber(first, MAX_TABLE_NUMBER)
      ? undefined
      : `1 ile ${MAX_TABLE_NUMBER} arasında bir sayı yazın.`,
  };
}

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

function isNumber(text: string, max: number): boolean {
  return /^\s*\d+\s*$/.test(text) && Number(text) >= 1 && Number(text) <= max;
}
