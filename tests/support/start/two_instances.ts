// The parts of two instances on one libSQL server with one clock, for tests that call no route. They keep 2.5 % of every
// payout.
import { instances } from "./instances.ts";

export async function twoInstances() {
  const { all: [one, two], ...world } = await instances(2, { PAYOUT_FEE_PERCENT: "2.5" });
  return { one: one.deps, two: two.deps, ...world };
}
