// What tests do at random, which one number decides. `SURVIVAL_SEED=N` replays a run.

const QUICK = 1;

/** The same at every quick run; the long form has a new one each time, which it prints. */
export const SEED = Number(Deno.env.get("SURVIVAL_SEED") ?? QUICK);

/** The seed of a long run: the one that was asked for, else a new one. */
export function longSeed(): number {
  return Number(Deno.env.get("SURVIVAL_SEED") ?? Math.floor(Math.random() * 2 ** 31));
}

/** Runs a test of `part`. @throws Error that says how to replay it, with the failure as its cause */
export async function replayable(part: string, test: () => Promise<void>): Promise<void> {
  try {
    await test();
  } catch (error) {
    const cause = firstOf(error);
    const how = `SURVIVAL_SEED=${SEED} deno task survival ${part}`;
    throw new Error(`Failed with seed ${SEED}. To replay the long form: ${how}`, { cause });
  }
}

/** What failed first. Of what fails again while a test tidies up, Deno would print that alone. */
function firstOf(error: unknown): unknown {
  return error instanceof SuppressedError ? firstOf(error.suppressed) : error;
}

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
