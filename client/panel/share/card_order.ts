// Which table cards to print: how large, how many, with which numbers, and what is wrong with that.

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

function isNumber(text: string, max: number): boolean {
  return /^\s*\d+\s*$/.test(text) && Number(text) >= 1 && Number(text) <= max;
}
