// POST /api/requests/decide and POST /api/requests/undo: many decisions in one commit.
import { strict as assert } from "node:assert";
import { eq } from "drizzle-orm";
import { songRequests } from "../../db/schema/requests.ts";
import { readRevision } from "../../db/people/rooms.ts";
import { moneyApp } from "../support/db/ledger_invariants.ts";
import { createOwner, type TestOwner } from "../support/people/factories.ts";
import { answerOf } from "../support/people/guests.ts";
import { playNextInDatabase, sendNext } from "../support/people/plays.ts";
import {
  decide,
  openRequestsOf,
  queueOf,
  roomOf,
  submit,
  undo,
} from "../support/people/requests.ts";
import { type TestApp, testApp } from "../support/start/test_app.ts";
import { rounds } from "../support/time/effort.ts";

const RACES = rounds(30, 500);
const MINUTES_2 = 120_000;

for (const status of ["approved", "rejected"] as const) {
  Deno.test(`200 pending requests are ${status} in one call, which tells the room once, and undone in one call`, async () => {
    await using app = await moneyApp({ RATE_LIMITS: "off" });
    const owner = await createOwner(app.deps);
    const ids = await pending(app, owner, 200);
    const heard: string[] = [];
    const end = app.deps.hub.listen((ownerId) => heard.push(ownerId));
    assert.deepEqual(await decideMany(app, owner, ids, status), [200, { changed: 200 }]);
    assert.equal(heard.length, 1);
    assert.equal((await roomOf(app, owner)).pending, 0);
    assert.equal((await queueOf(app, owner.ownerId)).length, status === "approved" ? 200 : 0);
    assert.deepEqual(await undoMany(app, owner, ids), [200, { changed: 200 }]);
    end();
    assert.equal(heard.length, 2);
    assert.equal((await roomOf(app, owner)).pending, 200);
    assert.deepEqual((await openRequestsOf(app, owner)).map((r) => r._id).sort(), ids.toSorted());
  });
}

Deno.test("emptying the queue rejects each song of it, and the undo returns each to its place", async () => {
  await using app = await moneyApp();
  const owner = await createOwner(app.deps);
  const ids = await pending(app, owner, 5);
  await decideMany(app, owner, ids, "approved");
  const queue = await queueOf(app, owner.ownerId);
  assert.deepEqual(await decideMany(app, owner, ids, "rejected"), [200, { changed: 5 }]);
  assert.deepEqual(await queueOf(app, owner.ownerId), []);
  assert.deepEqual(await undoMany(app, owner, ids), [200, { changed: 5 }]);
  assert.deepEqual(await queueOf(app, owner.ownerId), queue);
});

Deno.test("an id that comes twice counts once, and unknown ids, another cafe's and decided ones count as not changed", async () => {
  await using app = await moneyApp();
  const owner = await createOwner(app.deps);
  const other = await createOwner(app.deps);
  const [one, rejected, approved] = await pending(app, owner, 3) as [string, string, string];
  const [foreign] = await pending(app, other, 1) as [string];
  await decide(app, owner.token, rejected, "rejected");
  await decide(app, owner.token, approved, "approved");
  const ids = [one, one, rejected, approved, foreign, "nothing"];
  assert.deepEqual(await decideMany(app, owner, ids, "approved"), [200, { changed: 1 }]);
  assert.deepEqual(await statusesOf(app, [one, rejected, approved, foreign]), [
    ...["approved", "rejected", "approved", "pending"],
  ]);
  const heard: string[] = [];
  const end = app.deps.hub.listen((ownerId) => heard.push(ownerId));
  assert.deepEqual(await decideMany(app, owner, ids, "approved"), [200, { changed: 0 }]);
  assert.deepEqual(await decideMany(app, owner, [], "rejected"), [200, { changed: 0 }]);
  end();
  assert.deepEqual(heard, [], "nothing has changed");
});

Deno.test("a song on its way to the player stays when the queue is emptied, and an overdue one is rejected for good", async () => {
  await using app = await moneyApp();
  const owner = await createOwner(app.deps);
  const ids = await pending(app, owner, 2);
  await decideMany(app, owner, ids, "approved");
  const { requestId } = (await sendNext(app.deps, owner.ownerId))!;
  assert.deepEqual(await decideMany(app, owner, ids, "rejected"), [200, { changed: 1 }]);
  assert.deepEqual((await queueOf(app, owner.ownerId)).map((r) => r._id), [requestId]);
  app.clock.pass(20_000);
  assert.deepEqual(await decideMany(app, owner, ids, "rejected"), [200, { changed: 1 }]);
  assert.deepEqual(await queueOf(app, owner.ownerId), []);
  assert.deepEqual(await undoMany(app, owner, ids), [200, { changed: 1 }]);
  assert.deepEqual(await statusesOf(app, [requestId!]), ["rejected"]);
});

Deno.test("many undos leave what was decided two minutes ago, was played, or is another cafe's", async () => {
  await using app = await moneyApp();
  const owner = await createOwner(app.deps);
  const other = await createOwner(app.deps);
  const [old, played, recent] = await pending(app, owner, 3) as [string, string, string];
  const foreign = await pending(app, other, 1);
  await decideMany(app, other, foreign, "rejected");
  await decideMany(app, owner, [old], "rejected");
  app.clock.pass(1);
  await decideMany(app, owner, [played], "approved");
  await playNextInDatabase(app.deps, owner.ownerId);
  await decideMany(app, owner, [recent], "rejected");
  app.clock.pass(MINUTES_2 - 1);
  const ids = [old, played, recent, ...foreign];
  assert.deepEqual(await undoMany(app, owner, ids), [200, { changed: 1 }]);
  assert.deepEqual(await statusesOf(app, ids), ["rejected", "played", "pending", "rejected"]);
});

Deno.test("a single undo takes back one of many decisions, and many undos take back single ones", async () => {
  await using app = await testApp();
  const owner = await createOwner(app.deps);
  const ids = await pending(app, owner, 2);
  await decideMany(app, owner, ids, "rejected");
  assert.equal((await (await undo(app, owner.token, ids[0]!)).json()).status, "pending");
  await decide(app, owner.token, ids[0]!, "approved");
  assert.deepEqual(await undoMany(app, owner, ids), [200, { changed: 2 }]);
  assert.deepEqual(await statusesOf(app, ids), ["pending", "pending"]);
});

Deno.test("approving an unplayable request with others puts it back into the queue", async () => {
  await using app = await testApp();
  const owner = await createOwner(app.deps);
  const ids = await pending(app, owner, 2);
  await decide(app, owner.token, ids[0]!, "approved");
  await app.deps.db.write((d) => [
    d.update(songRequests).set({ unplayableAt: 1 }).where(eq(songRequests.id, ids[0]!)),
  ]);
  assert.deepEqual(await decideMany(app, owner, ids, "approved"), [200, { changed: 2 }]);
  assert.equal((await queueOf(app, owner.ownerId)).length, 2);
});

Deno.test(`approving all and rejecting all at the same time, ${RACES} times, ends with all rejected`, async () => {
  await using app = await moneyApp({ RATE_LIMITS: "off" });
  const owner = await createOwner(app.deps);
  for (let round = 0; round < RACES; round++) {
    const ids = await pending(app, owner, 5);
    const both = ["approved", "rejected"] as const;
    const order = round % 2 ? both : both.toReversed();
    await Promise.all(order.map((status) => decideMany(app, owner, ids, status)));
    assert.deepEqual(await statusesOf(app, ids), Array(5).fill("rejected"));
  }
  assert.equal((await roomOf(app, owner)).pending, 0);
});

/** Pending requests with rising tips. */
async function pending(app: TestApp, { ownerId }: TestOwner, count: number): Promise<string[]> {
  const sent = await Promise.all(
    Array.from({ length: count }, (_, i) => submit(app, ownerId, { tipAmount: i })),
  );
  return sent.map(({ _id }) => _id);
}

async function decideMany(app: TestApp, { token }: TestOwner, ids: string[], status: string) {
  const body = { ids, status };
  return await answerOf(await app.call("POST", "/api/requests/decide", { token, body }));
}

async function undoMany(app: TestApp, { token }: TestOwner, ids: string[]) {
  return await answerOf(await app.call("POST", "/api/requests/undo", { token, body: { ids } }));
}

async function statusesOf(app: TestApp, ids: string[]): Promise<(string | undefined)[]> {
  const rows = await app.deps.db.read.select().from(songRequests);
  return ids.map((id) => rows.find((row) => row.id === id)?.status);
}

// What open pages are told of many decisions at once (docs/requests.md#many-at-once).

Deno.test("POST /api/requests/decide and undo announce the revision of their commit, and nothing if nothing changed", async () => {
  const announced: number[] = [];
  await using app = await testApp({}, {
    replace: ({ hub }) => ({
      hub: { ...hub, announce: (_, revision) => void announced.push(revision) },
    }),
  });
  const { ownerId, token } = await createOwner(app.deps);
  const decide = async (ids: string[]) => {
    const body = { ids, status: "rejected" };
    const answer = await app.call("POST", "/api/requests/decide", { token, body });
    assert.equal(answer.status, 200, await answer.text());
  };
  await decide(["nothing"]);
  assert.deepEqual(announced, []);
  const { _id } = await submit(app, ownerId);
  announced.length = 0;
  await decide([_id]);
  assert.deepEqual(announced.splice(0), [await readRevision(app.deps.db, ownerId)]);
  await decide([_id]);
  assert.deepEqual(announced, []);
  const undone = await app.call("POST", "/api/requests/undo", { token, body: { ids: [_id] } });
  assert.equal(undone.status, 200, await undone.text());
  assert.deepEqual(announced, [await readRevision(app.deps.db, ownerId)]);
});
