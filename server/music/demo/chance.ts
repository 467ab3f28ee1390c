// A seeded random number generator: the same id always gives the same numbers.

export interface Chance {
  /** A number from `least` up to, not including, `most`. */
  between(least: number, most: number): number;
  /** A whole number from `least` to `most`, both included. */
  whole(least: number, most: number): number;
  pick<T>(from: readonly [T, ...T[]]): T;
  shuffled<T>(items: readonly T[]): T[];
}

/** mulberry32, seeded by the FNV-1a hash of `id`. */
export function createChance(id: string): Chance {
  let state = 0x811c9dc5;
  for (const letter of id) state = Math.imul(state ^ letter.charCodeAt(0), 0x01000193);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const whole = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
  return {
    between: (least, most) => least + next() * (most - least),
    whole,
    pick: <T>(from: readonly [T, ...T[]]) => from[whole(0, from.length - 1)] ?? from[0],
    shuffled(items) {
      const left = [...items];
      return items.map(() => left.splice(whole(0, left.length - 1), 1)[0]!);
    },
  };
}
