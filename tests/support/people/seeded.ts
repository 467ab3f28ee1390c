// Random numbers that follow from a seed, so that a failing test can be repeated.

export interface Seeded {
  /** A whole number from 0 to `below` - 1. */
  upTo(below: number): number;
  pick<T>(list: readonly T[]): T;
}

/** Mulberry32 (Tommy Ettinger): small, and good enough to choose with. */
export function seeded(seed: number): Seeded {
  let state = seed >>> 0;
  const upTo = (below: number) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return (((t ^ (t >>> 14)) >>> 0) / 2 ** 32 * below) | 0;
  };
  return { upTo, pick: (list) => list[upTo(list.length)]! };
}
