// What a deed works with: the step, its person, and the things that its number points at.
import { strict as assert } from "node:assert";
import type { CafeModel, Request } from "./model.ts";
import type { Answer, Login, Person } from "./person.ts";
import type { Step } from "./steps.ts";
import type { Cafe, World } from "./world.ts";

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
