// Random sequences of two cafes' owners, staff, admin, guests and players against a small model of what should be.
import { strict as assert } from "node:assert";
import fc from "../../support/properties.ts";
import { runLedgerCheck } from "../../../server/commands/money_commands.ts";
import { rounds } from "../../support/time/effort.ts";
import { report } from "../report.ts";
import { SEED } from "../../support/random.ts";
import { assertAllKnown } from "./reading.ts";
import { Stage } from "./world.ts";
import { sequence } from "./steps.ts";
import { runSteps, type Tally } from "./deeds.ts";

const PART = "sequences";
/** Replays one sequence that failed: `SURVIVAL_SEED` and `SURVIVAL_PATH` are the seed and path that the failure printed. */
const PATH = Deno.env.get("SURVIVAL_PATH") ?? "";
/** So many sequences run beside one another, while the database writes. */
const LANES = PATH ? 1 : 4;

Deno.test("in any sequence of steps no person reads or changes what is another's, and money, order and plays are the model's", async () => {
  assertAllKnown();
  const startedAt = performance.now();
  const tally: Tally = { sequences: 0, steps: 0, answers: 0 };
  const numRuns = Math.ceil(rounds(28, 5_000) / LANES);
  const lanes = Array.from({ length: LANES }, (_, lane) => runLane(lane, numRuns, tally));
  // All lanes end before the first failure is told.
  await Promise.allSettled(lanes);
  await Promise.all(lanes);
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  const { sequences, steps, answers } = tally;
  await report({
    part: PART,
    what: "what owners, staff, guests and players do",
    value: `${sequences} in ${seconds} s: ${steps} steps, ${answers} answers read for leaks`,
    goal: "nothing but what the model says",
  });
});

async function runLane(lane: number, numRuns: number, tally: Tally): Promise<void> {
  await using stage = new Stage();
  await fc.assert(
    fc.asyncProperty(sequence, async ([source, steps]) => {
      try {
        await runSteps(await stage.open(source), steps, tally);
      } catch (error) {
        await stage.giveUp();
        throw error;
      }
    }),
    { numRuns, seed: SEED + lane, path: PATH },
  );
  if (stage.app) {
    const { ok, report } = await runLedgerCheck(stage.app.deps);
    assert.ok(ok, report);
  }
}
