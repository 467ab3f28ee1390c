// What a list of times comes to, for a figure.

/** The middle and the longest of these times in ms. */
export function summary(times: number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  const middle = sorted[Math.floor(sorted.length / 2)]!;
  return `${Math.round(middle)} ms in the middle, ${Math.round(sorted.at(-1)!)} ms at most`;
}
