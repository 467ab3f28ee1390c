// The seed of everything random in these tests. `SURVIVAL_SEED=N` replays a run.

const QUICK = 1;

/** The same at every quick run; the long form has a new one each time, which its report names. */
export const SEED = Number(Deno.env.get("SURVIVAL_SEED") ?? QUICK);
