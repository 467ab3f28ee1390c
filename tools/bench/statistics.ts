// Medians, so that one disturbed round does not count.

export function median(numbers: readonly number[]): number {
  return quantile(numbers, 0.5);
}

/** The number that `share` of the numbers do not exceed. @throws Error if there are none */
export function quantile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const found = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  if (found === undefined) throw new Error("Cannot tell a quantile of no numbers");
  return found;
}

/** The ratios within the rounds: what slows a whole round down does not change its ratio. */
export function ratiosOf(of: readonly number[], to: readonly number[]): number[] {
  return of.map((number, round) => number / to[round]!);
}
