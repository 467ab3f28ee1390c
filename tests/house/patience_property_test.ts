// The order `patience` under any sequence of requests, decisions and plays (docs/house.md#order).
import { strict as assert } from "node:assert";
import fc from "../support/properties.ts";
import { ordered } from "../../db/requests/queue.ts";
import { createOwner, type TestOwner } from "../support/people/factories.ts";
import { setRules } from "../support/people/house.ts";
import { playNextInDatabase, sendNext } from "../support/people/plays.ts";
import { anyAddress, decide, queueOf, submit } from "../support/people/requests.ts";
import { inUsualOrder } from "../support/people/queue_order.ts";
import { type TestApp, testApp } from "../support/start/test_app.ts";
import { rounds } from "../support/time/effort.ts";

const nat = fc.nat(20);
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant("enter" as const), n: fc.nat(4) }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant("play" as const), n: nat }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom("support", "remove", "undo", "reapprove", "tip", "wait", "choose"),
      n: nat,
    }),
  },
);

/** What has happened to a song, without the product's help. */
interface Seen {
  entry: number;
  isIn: boolean;
  overtaken: number;
}

Deno.test("songs that the team puts first play first, in its order, no other song is overtaken more often than patience allows, the next song is the first that is shown, and without the rule the order is the usual one", async () => {
  await using app = await testApp({ RATE_LIMITS: "off" });
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 10, maxLength: 40 }),
      fc.integer({ min: 1, max: 3 }),
      async (steps, most) => {
        const cafe = new Cafe(app, await createOwner(app.deps), most);
        await setRules(app, cafe.owner, { order: "patience", patienceSongs: most });
        for (const { do: what, n } of steps) {
          if (what === "tip") await cafe.compareUsual();
          else await cafe[what](n);
        }
        await cafe.playAll();
      },
    ),
    { numRuns: rounds(15, 300) },
  );
});

class Cafe {
  #songs = new Map<string, Seen>();
  /** The songs that the team has put first, in the order of its choices; also those that are out of the queue. */
  #chosen: string[] = [];
  #entries = 0;

  constructor(readonly app: TestApp, readonly owner: TestOwner, readonly most: number) {}

  async enter(tipAmount: number): Promise<void> {
    const { _id } = await submit(this.app, this.owner.ownerId, { tipAmount });
    await this.#approve(_id);
  }

  async support(n: number): Promise<void> {
    const id = this.#some(n);
    const body = { tipAmount: 1 + n % 3 };
    if (id) await this.#call("POST", `/api/requests/${id}/tips`, body);
  }

  async remove(n: number): Promise<void> {
    const id = this.#some(n);
    if (!id || !this.#songs.get(id)!.isIn) return;
    assert.equal((await decide(this.app, this.owner.token, id, "rejected")).status, 200);
    this.#songs.get(id)!.isIn = false;
  }

  /** Puts a song back that was removed. */
  async undo(n: number): Promise<void> {
    const id = this.#some(n);
    if (!id || this.#songs.get(id)!.isIn) return;
    this.#songs.get(id)!.isIn = await this.#call("POST", `/api/requests/${id}/undo`) === 200;
  }

  /** Undoes the approval of a song and approves it again, or undoes that the song was put first. */
  async reapprove(n: number): Promise<void> {
    const id = this.#some(n);
    if (!id || !this.#songs.get(id)!.isIn) return;
    const wasChosen = this.#chosen.includes(id);
    if (await this.#call("POST", `/api/requests/${id}/undo`) !== 200) return;
    this.#choose(id, false);
    const isQueued = (await this.#queue()).includes(id);
    assert.equal(isQueued, wasChosen);
    if (!isQueued) await this.#approve(id);
  }

  /** Puts a song first, or takes that back. One that is out of the queue stays out. */
  async choose(n: number): Promise<void> {
    const id = this.#some(n);
    if (!id) return;
    const first = n % 3 > 0;
    const { isIn } = this.#songs.get(id)!;
    const status = await this.#call("PUT", `/api/requests/${id}/first`, { first });
    assert.equal(status, isIn ? 200 : 409);
    if (isIn) this.#choose(id, first);
  }

  #choose(id: string, first: boolean): void {
    if (first === this.#chosen.includes(id)) return;
    this.#chosen = first ? [...this.#chosen, id] : this.#chosen.filter((other) => other !== id);
  }

  wait(n: number): Promise<void> {
    return Promise.resolve(this.app.clock.pass(n * 10_000));
  }

  async play(): Promise<void> {
    const shown = await this.#queue();
    const [first] = shown;
    const chosen = this.#chosen.filter((id) => this.#songs.get(id)?.isIn);
    assert.deepEqual(shown.slice(0, chosen.length), chosen);
    assert.equal(await playNextInDatabase(this.app.deps, this.owner.ownerId), first !== undefined);
    if (!first) return;
    assert.ok(!(await this.#queue()).includes(first), "what played is not what was shown first");
    const { entry } = this.#songs.get(first)!;
    this.#songs.delete(first);
    this.app.clock.pass(1);
    if (chosen.length > 0) return;
    for (const seen of this.#songs.values()) {
      if (!seen.isIn || seen.entry >= entry) continue;
      seen.overtaken += 1;
      assert.ok(seen.overtaken <= this.most, `overtaken ${seen.overtaken} times`);
    }
  }

  /** Plays what is left; nothing changes meanwhile, so that it is what was shown. */
  async playAll(): Promise<void> {
    const shown = await this.#queue();
    for (const id of shown) {
      assert.equal((await this.#queue())[0], id);
      await this.play();
    }
    assert.equal(await sendNext(this.app.deps, this.owner.ownerId), undefined);
  }

  /** Turns the rule off for a moment. */
  async compareUsual(): Promise<void> {
    await setRules(this.app, this.owner, { order: "tip" });
    const queue = await queueOf(this.app, this.owner.ownerId);
    const usual = inUsualOrder(queue, ({ _id: id, tipAmount: tip, createdAt }) => {
      const choice = this.#chosen.indexOf(id);
      return { id, tip, createdAt, choice: choice < 0 ? undefined : choice };
    });
    assert.deepEqual(queue, usual);
    for (const { _id, first } of queue) assert.equal(first, this.#chosen.includes(_id));
    await setRules(this.app, this.owner, { order: "patience" });
  }

  async #approve(id: string): Promise<void> {
    assert.equal((await decide(this.app, this.owner.token, id, "approved")).status, 200);
    this.#entries += 1;
    this.#songs.set(id, { entry: this.#entries, isIn: true, overtaken: 0 });
    this.app.clock.pass(1);
  }

  #some(n: number): string | undefined {
    return [...this.#songs.keys()][n % Math.max(1, this.#songs.size)];
  }

  async #queue(): Promise<string[]> {
    return (await queueOf(this.app, this.owner.ownerId)).map(({ _id }) => _id);
  }

  async #call(method: string, path: string, body?: unknown): Promise<number> {
    const { token } = this.owner;
    const answer = await this.app.call(method, path, { token, body, address: anyAddress() });
    await answer.body?.cancel();
    return answer.status;
  }
}

Deno.test("ordered plays each song once, and none after more than the allowed number of later ones, and tells which go before their turn", () => {
  const song = fc.record({ id: fc.uuid(), entered: fc.nat(30) });
  fc.assert(fc.property(fc.array(song), fc.integer({ min: 1, max: 5 }), (queue, most) => {
    const order = ordered(queue, [], most);
    assert.deepEqual(new Set(order.map(({ id }) => id)), new Set(queue.map(({ id }) => id)));
    const usual = [...queue];
    for (const [place, { id, entered, outOfTurn }] of order.entries()) {
      assert.equal(outOfTurn, usual[0]!.id !== id);
      usual.splice(usual.findIndex((song) => song.id === id), 1);
      const overtakers = order.slice(0, place).filter((other) => other.entered > entered);
      assert.ok(overtakers.length <= most);
    }
  }));
});

Deno.test("ordered leaves the order as it is if the queue has no more songs than may overtake", () => {
  const song = fc.record({ id: fc.uuid(), entered: fc.nat(30) });
  fc.assert(fc.property(fc.array(song, { maxLength: 10 }), (queue) => {
    assert.deepEqual(ordered(queue, [], 10), queue.map((song) => ({ ...song, outOfTurn: false })));
  }));
});
