// What a deed works with, which function does which, and how one sequence of them runs: each step and what it answered, the
// lists after it, a part of what one person reads then; at the end all of it, and the money.
import { ask, support, takeBack } from "./guest_deeds.ts";
import {
  addTable,
  close,
  correct,
  decide,
  decideMany,
  deleteTable,
  dismiss,
  endLogin,
  endOthers,
  leave,
  logInOnce,
  logOut,
  pay,
  renew,
  renewCodes,
  rules,
  tick,
  undo,
  undoMany,
} from "./team_deeds.ts";
import { claim, page, playNext, skip } from "./player_deeds.ts";
import type { Deed, Step } from "./steps.ts";
import { strict as assert } from "node:assert";
import type { CafeModel, Request } from "./model.ts";
import type { Answer, Login, Person } from "./person.ts";
import type { Cafe, World } from "./world.ts";
import { assertLedgerAgrees } from "../../support/db/ledger_invariants.ts";
import { compareLists, compareMoney } from "./compare.ts";
import { assertHoldsNone, readAll, readPart, secretsFrom } from "./reading.ts";

/** In ms: nothing, a little, past an early skip, past an undo, past a lease, and past a song. */
const WAITS = [1, 1_000, 31_000, 121_000, 91_000, 201_000];

/** Each makes its calls, holds the answers against the model, and changes the model. */
export const DOING: Record<Deed, (scene: Scene) => Promise<void>> = {
  ask,
  support,
  "take back": takeBack,
  decide,
  undo,
  "decide many": decideMany,
  "undo many": undoMany,
  tick,
  claim,
  page,
  "play next": playNext,
  skip,
  rules,
  "add table": addTable,
  "renew codes": renewCodes,
  "delete table": deleteTable,
  close,
  pay,
  correct,
  "log in": logInOnce,
  "log out": logOut,
  renew,
  "end login": endLogin,
  "end others": endOthers,
  dismiss,
  leave,
  wait: ({ world, step }) => world.pass(WAITS[step.n % WAITS.length]!),
};

// What a deed works with: the step, its person, and the things that its number points at.

export class Scene {
  readonly person: Person;

  constructor(readonly world: World, readonly step: Step) {
    this.person = world.people[step.by]!;
  }

  get now(): number {
    return this.world.now();
  }

  /** The cafe of the step, or the one for which the person speaks. */
  get cafe(): Cafe {
    return this.world.cafes[this.person.cafe ?? this.step.at]!;
  }

  get model(): CafeModel {
    return this.cafe.model;
  }

  /** The request that the step points at, of either cafe. */
  get request(): { request: Request; cafe: Cafe } | undefined {
    return this.pick(
      this.world.cafes.flatMap((cafe) => cafe.model.requests.map((request) => ({ request, cafe }))),
    );
  }

  /** The requests of either cafe of which a call for many names the ids. */
  get many(): { request: Request; cafe: Cafe }[] {
    const all = this.world.cafes.flatMap((cafe) =>
      cafe.model.requests.map((request) => ({ request, cafe }))
    );
    return all.filter((_, i) => (i + this.step.which) % 3 !== 0);
  }

  pick<T>(list: T[]): T | undefined {
    return list[this.step.which % Math.max(1, list.length)];
  }

  /** The number of the guest, or -1 for someone without a guest's cookie. */
  get guest(): number {
    return this.world.people.filter(({ cookie }) => cookie).indexOf(this.person);
  }

  /** Calls once, or twice at once, and returns each answer. */
  async call(method: string, path: string, body?: unknown): Promise<Answer[]> {
    const times = this.step.twice ? 2 : 1;
    return await Promise.all(
      Array.from({ length: times }, () => this.person.call(method, path, body)),
    );
  }

  /** Fails unless every answer has the status. */
  expect(answers: Answer[], status: number): void {
    for (const answer of answers) {
      assert.equal(answer.status, status, `${JSON.stringify(this.step)}: ${answer.body?.msg}`);
    }
  }

  /** Whether the person may; if not, that every answer says so. */
  isAllowed(answers: Answer[], ...roles: Login["role"][]): boolean {
    const refusal = this.person.refusal(roles);
    if (refusal !== undefined) this.expect(answers, refusal);
    return refusal === undefined;
  }
}

// Runs one sequence: each step and what it answered, the lists after it, a part of what one person reads then; at the end
// all of it, and the money.

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
    // A lease ends with the login that claimed it, however that ends.
    for (const { model } of world.cafes) if (model.lease?.login.isOver) model.endLease();
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
