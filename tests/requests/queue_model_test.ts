import { strict as assert } from "node:assert";
import { eq } from "drizzle-orm";
import fc from "fast-check";
import { beginPlay, releasePlay, type SentPlay } from "../../db/plays.ts";
import { readRevision } from "../../db/rooms.ts";
import { rooms, songRequests } from "../../db/schema/requests.ts";
import type { SongRequest } from "../../server/contract/requests.ts";
import { newId } from "../../server/ids.ts";
import { rounds } from "../support/time/effort.ts";
import { createOwner, type TestOwner } from "../support/people/factories.ts";
import { sendNext } from "../support/people/plays.ts";
import { decide, queueOf, submit } from "../support/people/requests.ts";
import { type TestApp, testApp } from "../support/start/test_app.ts";

/** A request of the model. */
interface ModelRequest {
  id: string;
  tip: number;
  createdAt: number;
  state: "pending" | "approved" | "unplayable" | "sent" | "played" | "rejected";
  /** What the last decision may be taken back to, until then (epoch ms). */
  undo?: { to: "pending" | "approved" | "unplayable"; until: number };
}

/** How long a decision may be taken back. */
const UNDO_MS = 120_000;
/** When the order of a song that was sent must be over (docs/playback.md#unknown-outcome). */
const OVERDUE_MS = 15_000;

type Step =
  | { do: "submit"; tip: number }
  | { do: "approved" | "rejected" | "undo" | "unplayable"; which: number }
  | { do: "send" | "release" | "play" }
  | { do: "wait"; ms: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant("submit" as const), tip: fc.nat(4) }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constantFrom("approved", "rejected", "undo", "unplayable"),
      which: fc.nat(30),
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

Deno.test("any sequence of submitting, deciding, undoing, playing, releasing and failing to play gives the model's order, statuses, revisions and count of pending requests", async () => {
  await using app = await testApp({ RATE_LIMITS: "off" });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
      const owner = await createOwner(app.deps);
      const model = new Model(app, owner);
      for (const one of steps) {
        await model.take(one);
        await model.compare();
      }
    }),
    { numRuns: rounds(25, 500) },
  );
});

class Model {
  #requests: ModelRequest[] = [];
  #revision = 0;
  #sent: SentPlay | undefined;

  constructor(readonly app: TestApp, readonly owner: TestOwner) {}

  async take(step: Step): Promise<void> {
    switch (step.do) {
      case "wait":
        return this.app.clock.pass(step.ms);
      case "submit":
        return await this.#submit(step.tip);
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
      open.map((r) => [r._id, r.status]),
      this.#requests.filter((r) => /pending|approved|unplayable|sent/.test(r.state))
        .map((r) => [r.id, r.state === "pending" ? "pending" : "approved"]),
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

  async #submit(tip: number): Promise<void> {
    const { _id } = await submit(this.app, this.owner.ownerId, { tipAmount: tip });
    const createdAt = this.app.clock.now();
    this.#requests.push({ id: _id, tip, createdAt, state: "pending" });
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
    else await beginPlay(db, this.#sent, { startedAt: at, ledgerId: newId(at) });
    this.#find(this.#sent.requestId).state = how === "release" ? "approved" : "played";
    if (how === "play") this.#revision += 1;
    this.#sent = undefined;
  }

  /** docs/requests.md#order; requests are filed in the order of their ids. */
  #queue(): string[] {
    return this.#requests.filter((r) => r.state === "approved" || r.state === "sent")
      .toSorted((a, b) => b.tip - a.tip || a.createdAt - b.createdAt).map((r) => r.id);
  }

  #find(id: string | null): ModelRequest {
    return this.#requests.find((request) => request.id === id)!;
  }
}
