import { strict as assert } from "node:assert";
import { eq } from "drizzle-orm";
import fc from "fast-check";
import { beginPlay, releasePlay, type SentPlay } from "../../db/plays.ts";
import { readRevision } from "../../db/rooms.ts";
import { rooms, songRequests } from "../../db/schema/requests.ts";
import type { SongRequest } from "../../server/contract/requests.ts";
import { rounds } from "../support/time/effort.ts";
import { assertLedgerAgrees } from "../support/db/ledger_invariants.ts";
import { createOwner, type TestOwner } from "../support/people/factories.ts";
import { answerOf, type Guest, guestOf } from "../support/people/guests.ts";
import { sendNext } from "../support/people/plays.ts";
import { decide, queueOf } from "../support/people/requests.ts";
import { type TestApp, testApp } from "../support/start/test_app.ts";

/** A request of the model. */
interface ModelRequest {
  id: string;
  /** The number of the guest who asked. */
  asker: number;
  /** What each guest gives, by number. */
  tips: number[];
  createdAt: number;
  state: "pending" | "approved" | "unplayable" | "sent" | "played" | "rejected" | "withdrawn";
  /** What the last decision may be taken back to, until then (epoch ms). */
  undo?: { to: "pending" | "approved" | "unplayable"; until: number };
}

/** How long a decision may be taken back. */
const UNDO_MS = 120_000;
/** When the order of a song that was sent must be over (docs/playback.md#unknown-outcome). */
const OVERDUE_MS = 15_000;

type Step =
  | { do: "submit"; by: number; tip: number }
  | { do: "support"; by: number; which: number; tip: number }
  | { do: "take back"; by: number; which: number }
  | { do: "approved" | "rejected" | "undo" | "unplayable"; which: number }
  | { do: "send" | "release" | "play" }
  | { do: "wait"; ms: number };

const GUESTS = 3;
const by = fc.nat(GUESTS - 1);
const which = fc.nat(30);

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant("submit" as const), by, tip: fc.nat(4) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("support" as const),
      by,
      which,
      tip: fc.integer({ min: 1, max: 3 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("take back" as const), by, which }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constantFrom("approved", "rejected", "undo", "unplayable"),
      which,
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constantFrom("send", "release", "play") }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("wait" as const),
      ms: fc.oneof(fc.nat(2), fc.constantFrom(OVERDUE_MS - 1, OVERDUE_MS, UNDO_MS - 1, UNDO_MS)),
    }),
  },
);

Deno.test("any sequence of submitting, supporting, taking back, deciding, undoing, playing, releasing and failing to play gives the model's order, tips, statuses, revisions, own lists and count of pending requests, and the ledger agrees", async () => {
  await using app = await testApp({ RATE_LIMITS: "off" });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
      const owner = await createOwner(app.deps);
      const guests = await Promise.all(
        Array.from({ length: GUESTS }, () => guestOf(app, owner.ownerId)),
      );
      const model = new Model(app, owner, guests);
      for (const one of steps) {
        await model.take(one);
        await model.compare();
      }
      await model.compareOwn();
      await assertLedgerAgrees(app.deps);
    }),
    { numRuns: rounds(25, 500) },
  );
});

class Model {
  #requests: ModelRequest[] = [];
  #revision = 0;
  #sent: SentPlay | undefined;

  constructor(readonly app: TestApp, readonly owner: TestOwner, readonly guests: Guest[]) {}

  async take(step: Step): Promise<void> {
    switch (step.do) {
      case "wait":
        return this.app.clock.pass(step.ms);
      case "submit":
        return await this.#submit(step.by, step.tip);
      case "support":
        return await this.#support(step.by, step.which, step.tip);
      case "take back":
        return await this.#takeBack(step.by, step.which);
      case "approved":
      case "rejected":
        return await this.#decide(step.do, step.which);
      case "undo":
        return await this.#undo(step.which);
      case "unplayable":
        return await this.#fail(step.which);
      case "send":
        return await this.#send();
      case "release":
      case "play":
        return await this.#settle(step.do);
    }
  }

  async compare(): Promise<void> {
    const { app, owner } = this;
    assert.deepEqual((await queueOf(app, owner.ownerId)).map((r) => r._id), this.#queue());
    const response = await app.call("GET", "/api/requests", { token: owner.token });
    const open: SongRequest[] = await response.json();
    assert.deepEqual(
      open.map((r) => [r._id, r.tipAmount, r.status]),
      this.#requests.filter((r) => /pending|approved|unplayable|sent/.test(r.state))
        .map((r) => [r.id, sumOf(r), r.state === "pending" ? "pending" : "approved"]),
    );
    assert.equal(await readRevision(app.deps.db, owner.ownerId), this.#revision);
    // The bound of pending requests is checked against this count (db/migrations/0008_pending.sql).
    const room = await app.deps.db.read.select().from(rooms).where(
      eq(rooms.ownerId, owner.ownerId),
    );
    assert.equal(
      room[0]?.pending ?? 0,
      this.#requests.filter((request) => request.state === "pending").length,
    );
  }

  /** What each guest sees of the requests that the guest asked for or supports. */
  async compareOwn(): Promise<void> {
    for (const [by, guest] of this.guests.entries()) {
      const own = this.#requests.filter(({ asker, tips, state }) =>
        state !== "withdrawn" && (asker === by || tips[by]! > 0)
      );
      assert.deepEqual(
        new Set((await guest.mine()).map((r) => JSON.stringify([r._id, r.tipAmount, r.ownTip]))),
        new Set(own.map((r) => JSON.stringify([r.id, sumOf(r), r.tips[by]]))),
      );
    }
  }

  async #submit(by: number, tip: number): Promise<void> {
    const { _id } = await this.guests[by]!.send({ tipAmount: tip });
    const createdAt = this.app.clock.now();
    const tips = this.guests.map((_, guest) => guest === by ? tip : 0);
    this.#requests.push({ id: _id, asker: by, tips, createdAt, state: "pending" });
    this.#revision += 1;
  }

  async #support(by: number, which: number, tip: number): Promise<void> {
    const request = this.#requests[which % Math.max(1, this.#requests.length)];
    const [status, body] = await answerOf(await this.guests[by]!.give(request?.id ?? "none", tip));
    if (!request) return assert.equal(status, 404);
    const allowed = request.state === "pending" || request.state === "approved";
    assert.equal(status, allowed ? 201 : 409);
    if (!allowed) return;
    request.tips[by]! += tip;
    assert.deepEqual(body, { tipAmount: sumOf(request), ownTip: request.tips[by] });
    this.#revision += 1;
  }

  async #takeBack(by: number, which: number): Promise<void> {
    const request = this.#requests[which % Math.max(1, this.#requests.length)];
    const [status] = await answerOf(await this.guests[by]!.takeBack(request?.id ?? "none"));
    if (request?.asker !== by) return assert.equal(status, 404);
    const others = request.tips.some((tip, guest) => guest !== by && tip > 0);
    const allowed = request.state === "pending" && !others;
    assert.equal(status, allowed || request.state === "withdrawn" ? 204 : 409);
    if (!allowed) return;
    request.state = "withdrawn";
    this.#revision += 1;
  }

  async #decide(status: "approved" | "rejected", which: number): Promise<void> {
    const request = this.#requests[which % Math.max(1, this.#requests.length)];
    const response = await decide(this.app, this.owner.token, request?.id ?? "none", status);
    await response.body?.cancel();
    if (!request) return assert.equal(response.status, 404);
    const { state } = request;
    const overdue = state === "sent" && this.app.clock.now() >= this.#sent!.sentAt + OVERDUE_MS;
    const allowed = state === "pending" || state === "unplayable" ||
      (state === "approved" || overdue) && status === "rejected";
    assert.equal(response.status, allowed || state === status ? 200 : 409);
    if (!allowed) return;
    if (overdue) this.#sent = undefined;
    // The player may have begun an overdue song, and a song that is put back has nothing to undo.
    if (state === "sent" || state === "unplayable" && status === "approved") delete request.undo;
    else request.undo = { to: state, until: this.app.clock.now() + UNDO_MS };
    request.state = status;
    this.#revision += 1;
  }

  /** The player turns out not to have the song. */
  async #fail(which: number): Promise<void> {
    const request = this.#requests[which % Math.max(1, this.#requests.length)];
    if (request?.state !== "approved") return;
    await this.app.deps.db.write((d) => [
      d.update(songRequests).set({ unplayableAt: this.app.clock.now() })
        .where(eq(songRequests.id, request.id)),
    ]);
    request.state = "unplayable";
    this.#revision += 1;
  }

  async #undo(which: number): Promise<void> {
    const request = this.#requests[which % Math.max(1, this.#requests.length)];
    if (!request) return;
    const { app, owner: { token } } = this;
    const response = await app.call("POST", `/api/requests/${request.id}/undo`, { token });
    await response.body?.cancel();
    const { state, undo } = request;
    const allowed = undo && app.clock.now() < undo.until &&
      /^(approved|unplayable|rejected)$/.test(state);
    assert.equal(response.status, allowed ? 200 : 409);
    if (!allowed) return;
    request.state = undo.to;
    delete request.undo;
    this.#revision += 1;
  }

  async #send(): Promise<void> {
    const { app, owner } = this;
    const sent = await sendNext(app.deps, owner.ownerId);
    const first = this.#sent ? undefined : this.#queue()[0];
    assert.equal(sent?.requestId, first);
    if (!sent) return;
    this.#sent = sent;
    this.#find(sent.requestId).state = "sent";
  }

  async #settle(how: "release" | "play"): Promise<void> {
    if (!this.#sent) return;
    const { db } = this.app.deps;
    const at = this.app.clock.now();
    if (how === "release") await releasePlay(db, this.#sent, { at, why: "refused" });
    else await beginPlay(db, this.#sent, { startedAt: at, at });
    this.#find(this.#sent.requestId).state = how === "release" ? "approved" : "played";
    if (how === "play") this.#revision += 1;
    this.#sent = undefined;
  }

  /** docs/requests.md#order; requests are filed in the order of their ids. */
  #queue(): string[] {
    return this.#requests.filter((r) => r.state === "approved" || r.state === "sent")
      .toSorted((a, b) => sumOf(b) - sumOf(a) || a.createdAt - b.createdAt).map((r) => r.id);
  }

  #find(id: string | null): ModelRequest {
    return this.#requests.find((request) => request.id === id)!;
  }
}

/** What all guests give for a request. */
function sumOf({ tips }: ModelRequest): number {
  return tips.reduce((sum, tip) => sum + tip, 0);
}
