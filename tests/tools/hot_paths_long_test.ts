// Fails if a hot path costs much more than recorded_ratios.json says. If a path becomes faster, lower its number there.
// CPU time is compared with bare Deno.serve in the same run, because wall time says little on a busy machine.
import { strict as assert } from "node:assert";
import {
  HOT_PATHS,
  measurePath,
  QUICK_FLOOR_CALLS,
  startFloor,
} from "../../tools/bench/hot_paths.ts";
import recorded from "./recorded_ratios.json" with { type: "json" };
import { inRounds } from "../../tools/bench/rounds.ts";
import { prepareCafes } from "../../tools/bench/servers/cafes.ts";
import { type Evening, eveningAt } from "../../tools/bench/servers/evening.ts";
import { startProduct } from "../../tools/bench/servers/server.ts";
import { median, ratiosOf } from "../../tools/bench/statistics.ts";

const ROUNDS = 4;
/** A round ends after its calls, long before this. */
const MAX_ROUND_MS = 60_000;
const MAX_SLOWDOWN = 2;

Deno.test("no hot path costs twice the CPU time, against bare Deno.serve, that is recorded for it", async (t) => {
  await using cafes = await prepareCafes();
  await using product = await startProduct(cafes);
  const evening = await eveningAt(product, cafes);
  await using floor = await startFloor(evening, cafes);
  for (const [name, path] of Object.entries(HOT_PATHS)) {
    await t.step(name, async () => {
      const round = (at: Evening, maxCalls: number) => () =>
        measurePath(path, at, { maxCalls, ms: MAX_ROUND_MS });
      const servers = {
        product: round(evening, path.quickCalls),
        floor: round({ ...evening, server: floor }, QUICK_FLOOR_CALLS),
      };
      // The first round compiles what the others run.
      const samples = await inRounds(ROUNDS + 1, servers, (measure) => measure());
      const cpu = (of: "product" | "floor") => samples[of].slice(1).map(({ cpuUs }) => cpuUs);
      const ratio = median(ratiosOf(cpu("product"), cpu("floor")));
      const goal = recorded[name as keyof typeof HOT_PATHS];
      console.log(`${name}: ${ratio.toFixed(1)} x bare, recorded: ${goal}`);
      assert.ok(ratio < MAX_SLOWDOWN * goal, `${name} costs ${ratio.toFixed(1)} x bare Deno.serve`);
    });
  }
});
