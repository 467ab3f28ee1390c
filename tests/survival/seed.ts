// The seed of everything random in these tests. `SURVIVAL_SEED=N` replays a run.

const QUICK = 1;

/** The same at every quick run; the long form has a new one each time, which it prints. */
export const SEED = Number(Deno.env.get("SURVIVAL_SEED") ?? QUICK);

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
