// How long each call takes at cafes that have played more and more requests.
import { CALLS, JOBS, type Step } from "../growth/calls.ts";
import { type GrownCafe, grownCafe } from "../growth/grown_cafe.ts";
import { inRounds } from "../rounds.ts";
import { median, ratiosOf } from "../statistics.ts";
import type { Findings, Growth } from "./stage.ts";

const SIZES = [1_000, 10_000, 100_000, 1_000_000];
/** One call at each cafe in turn, so that what disturbs the machine disturbs all of them. */
const ROUNDS = 50;
/** Rounds that compile what the others run, and do not count. */
const WARM_UP = 9;

export async function measureGrowth(): Promise<Findings> {
  await using cafes = new AsyncDisposableStack();
  const grown: Record<string, GrownCafe> = {};
  for (const size of SIZES) grown[size] = cafes.use(await grownCafe(size));
  const growth: Growth[] = [];
  const ratios: Record<string, number[]> = {};
  for (const [what, step] of Object.entries<Step>({ ...CALLS, ...JOBS })) {
    const rounds = await inRounds(ROUNDS, grown, (cafe) => timeCall(cafe, step));
    const times = (size: number) => rounds[size]!.slice(WARM_UP);
    ratios[what] = ratiosOf(times(SIZES.at(-1)!), times(SIZES[0]!));
    growth.push({
      what,
      ms: SIZES.map((size) => ({ size, medianMs: median(times(size)) })),
      ratio: median(ratios[what]),
    });
  }
  const most = growth.reduce((one, other) => other.ratio > one.ratio ? other : one);
  return {
    measured: { growth: ratios[most.what]! },
    beside: { growth: most.what },
    figures: [],
    growth,
  };
}

async function timeCall(cafe: GrownCafe, step: Step): Promise<number> {
  const call = await step(cafe);
  await cafe.app.idle();
  const startedAt = performance.now();
  await call();
  return performance.now() - startedAt;
}
