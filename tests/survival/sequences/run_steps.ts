// Runs one sequence: each step, the lists after it, a part of what one person reads then; at the end all of it, and the money.
import { assertLedgerAgrees } from "../../support/db/ledger_invariants.ts";
import { compareLists, compareMoney } from "./compare.ts";
import { DOING } from "./deeds.ts";
import { readAll, readPart } from "./reading.ts";
import { Scene } from "./scene.ts";
import type { Step } from "./steps.ts";
import type { World } from "./world.ts";

export interface Tally {
  sequences: number;
  steps: number;
  /** Answers in which another's secrets were looked for. */
  answers: number;
}

export async function runSteps(world: World, steps: Step[], tally: Tally): Promise<void> {
  const { app, people } = world;
  for (const [i, step] of steps.entries()) {
    await world.pass(1);
    await DOING[step.do](new Scene(world, step));
    await world.pass(0);
    await compareLists(world);
    tally.answers += await readPart(world, people[step.reader]!, i + step.which);
    tally.steps += 1;
  }
  tally.answers += await readAll(world, people[steps[0]!.reader]!);
  await world.pass(1);
  await compareMoney(world);
  await assertLedgerAgrees(app.deps);
  tally.sequences += 1;
}
