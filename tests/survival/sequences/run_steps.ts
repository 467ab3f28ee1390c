// Runs one sequence: each step and what it answered, the lists after it, a part of what one person reads then; at the end
// all of it, and the money.
import { assertLedgerAgrees } from "../../support/db/ledger_invariants.ts";
import { compareLists, compareMoney } from "./compare.ts";
import { DOING } from "./deeds.ts";
import { readAll, readPart } from "./reading.ts";
import { Scene } from "./scene.ts";
import { assertHoldsNone, secretsFrom } from "./secrets.ts";
import type { Step } from "./steps.ts";
import type { World } from "./world.ts";

/** Within a second it gives the same token, which is a secret everywhere else. */
const GIVES_TOKEN = "/api/auth/renew";

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
    tally.answers += await doStep(world, step);
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

/** Does the step. Returns how many of its answers were searched for what its person must not read before and after. */
async function doStep(world: World, step: Step): Promise<number> {
  const person = world.people[step.by]!;
  for (const { answers } of world.people) answers.length = 0;
  const before = secretsFrom(world, person);
  await DOING[step.do](new Scene(world, step));
  const after = new Set(secretsFrom(world, person).map(({ secret }) => secret));
  const hidden = before.filter(({ secret }) => after.has(secret));
  for (const answer of person.answers) {
    if (answer.path === GIVES_TOKEN) continue;
    // What the call itself names is no news.
    const unnamed = hidden.filter(({ secret }) =>
      !answer.path.includes(secret.replaceAll('"', ""))
    );
    assertHoldsNone(unnamed, person, answer);
  }
  return person.answers.length;
}
