// An evening in which anything may happen at any moment, over all sources: the music account's network goes away, answers
// are lost, people press at once, the source changes, the clock is set, the page is loaded again, the process is killed.
import fc from "fast-check";
import { SEED } from "../../survival/seed.ts";
import { playThrough } from "../../support/music/evening/play_through.ts";
import { anyOpening, anyStep, type Opening, type Step } from "../../support/music/evening/steps.ts";
import { rounds } from "../../support/time/effort.ts";

/** Replays one sequence that failed: `SURVIVAL_SEED` and `SURVIVAL_PATH` are the seed and path that the failure printed. */
const PATH = Deno.env.get("SURVIVAL_PATH") ?? "";
const MAX_STEPS = 25;

Deno.test("in any evening no guest's song is heard twice or lost, each tip is what was heard, and silence has a reason", async () => {
  const evenings = fc.tuple(
    anyOpening,
    fc.array(anyStep, { minLength: 1, maxLength: MAX_STEPS, size: "max" }),
  );
  const result = await fc.check(
    fc.asyncProperty(evenings, async ([opening, steps]) => {
      const { faults } = await playThrough(opening, steps);
      if (faults.length > 0) throw new Error(faults.join("; "));
    }),
    { numRuns: rounds(200, 20_000), seed: SEED, path: PATH },
  );
  if (!result.failed || !result.counterexample) return;
  throw new Error(await describe(result.counterexample[0], result.counterexamplePath), {
    cause: result.errorInstance,
  });
});

/** Three to five hours. */
const MANY_STEPS = 350;

Deno.test("an evening of some hours is right to its end, with everything that has happened in it", async () => {
  const steps = fc.array(anyStep, { minLength: MANY_STEPS, maxLength: MANY_STEPS });
  const evenings = fc.sample(fc.tuple(anyOpening, steps), {
    numRuns: rounds(2, 200),
    seed: SEED,
  });
  for (const [opening, steps] of evenings) {
    const { faults, story } = await playThrough(opening, steps);
    if (faults.length > 0) throw new Error([faults.join("; "), ...story].join("\n"));
  }
});

/** The shortest sequence that fails, as a person would tell it. */
async function describe([opening, steps]: [Opening, Step[]], path: string | null): Promise<string> {
  const { faults, story } = await playThrough(opening, steps);
  return [
    `An evening goes wrong: ${faults.join("; ") || "not when it is played again"}.`,
    ...story,
    `To replay it: SURVIVAL_SEED=${SEED} SURVIVAL_PATH=${path} deno test -A --no-check ` +
    "tests/playback/evenings/generated_evening_test.ts",
  ].join("\n");
}
