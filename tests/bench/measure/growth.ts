// How long each call takes at cafes that have played more and more requests.
import { CALLS, JOBS, type Step } from "../growth/calls.ts";
import { type GrownCafe, grownCafe } from "../growth/grown_cafe.ts";
import { inRounds } from "../rounds.ts";
import { median } from "../statistics.ts";
import type { Findings, Growth } from "./stage.ts";

const SIZES = [1_000, 10_000, 100_000, 1_000_000];
/** The first round compiles what the others run, and does not count. */
const ROUNDS = 6;
const CALLS_PER_ROUND = 8;

export async function measureGrowth(): Promise<Findings> {
  await using cafes = new AsyncDisposableStack();
  const grown: Record<string, GrownCafe> = {};
  for (const size of SIZES) grown[size] = cafes.use(await grownCafe(size));
  const growth: Growth[] = [];
  for (const [what, step] of Object.entries<Step>({ ...CALLS, ...JOBS })) {
    const rounds = await inRounds(ROUNDS, grown, (cafe) => timeCalls(cafe, step));
    growth.push({
      what,
      ms: SIZES.map((size) => ({ size, medianMs: median(rounds[size]!.slice(1).flat()) })),
    });
  }
  return { measured: {}, figures: [], growth };
}

async function timeCalls(cafe: GrownCafe, step: Step): Promise<number[]> {
  const times: number[] = [];
  for (let i = 0; i < CALLS_PER_ROUND; i++) {
    const call = await step(cafe);
    await cafe.app.idle();
    const startedAt = performance.now();
    await call();
    times.push(performance.now() - startedAt);
  }
  return times;
}
