// A random order that a seed repeats.

/** The items in another order. */
export function shuffled<T>(items: T[], seed: number): T[] {
  let state = seed;
  const next = () => {
    // Numerical Recipes' linear congruential generator: its order is random enough to choose from a list.
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state;
  };
  return items.map((item) => ({ item, at: next() })).toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item);
}
