// The parts of several instances on one libSQL server with one clock, for tests that call no route. They keep 2.5 % of
// every payout.
import { instances as testApps } from "./instances.ts";

/** Two of them. */
export async function twoInstances() {
  const { all: [one, two], ...world } = await instances(2);
  return { one: one!, two: two!, ...world };
}

/** So many of them. */
export async function instances(count: number) {
  const { all, ...world } = await testApps(count, { PAYOUT_FEE_PERCENT: "2.5" });
  return { ...world, all: all.map(({ deps }) => deps) };
}
