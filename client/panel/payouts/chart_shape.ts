// The geometry of the earnings chart: how high the scale goes and how high each bar stands.

export interface ChartShape {
  /** The amount at the upper edge, in TL: a round number that no bar exceeds. */
  top: number;
  /** Each bar's height, from 0 to 1 of the scale. */
  heights: number[];
}

/** Scales that people count in. */
const STEPS = [1, 1.5, 2, 3, 4, 5, 6, 8, 10];

/** The chart of `amounts` (TL, none below 0); an empty or silent one has a scale too. */
export function chartShape(amounts: number[]): ChartShape {
  const top = roundUp(Math.max(...amounts, 0));
  return { top, heights: amounts.map((amount) => amount / top) };
}

/** What all of them make together, in TL. Counted in kuruş: 0.1 + 0.2 is not 0.3. */
export function totalOf(amounts: number[]): number {
  return amounts.reduce((sum, amount) => sum + Math.round(amount * 100), 0) / 100;
}

function roundUp(amount: number): number {
  // Below this a scale would have kuruş on it.
  if (amount <= 10) return 10;
  const size = 10 ** Math.floor(Math.log10(amount));
  const step = STEPS.find((step) => step * size >= amount) ?? 10;
  return step * size;
}
