// The geometry of the earnings chart: the top of its scale and the heights of its bars.

export interface ChartShape {
  /** The amount at the top of the scale, in TL: a round number that no bar exceeds. */
  top: number;
  /** The height of each bar, from 0 to 1. */
  heights: number[];
}

/** The leading digits of a scale's top. */
const STEPS = [1, 1.5, 2, 3, 4, 5, 6, 8, 10];

/** The chart of `amounts` (TL, none negative). A chart without earnings has a scale too. */
export function chartShape(amounts: number[]): ChartShape {
  const top = roundUp(Math.max(...amounts, 0));
  return { top, heights: amounts.map((amount) => amount / top) };
}

/** The sum in TL. It is computed in kuruş, since 0.1 + 0.2 is not 0.3. */
export function totalOf(amounts: number[]): number {
  return amounts.reduce((sum, amount) => sum + Math.round(amount * 100), 0) / 100;
}

function roundUp(amount: number): number {
  // A smaller scale would show fractions of a lira.
  if (amount <= 10) return 10;
  const size = 10 ** Math.floor(Math.log10(amount));
  const step = STEPS.find((step) => step * size >= amount) ?? 10;
  return step * size;
}
