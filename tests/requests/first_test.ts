// 'Sıradaki olsun': the team puts a song before all others (docs/requests.md#first).
import { strict as assert } from "node:assert";
import type { ErrorAnswer } from "../../server/contract/error_codes.ts";
import { connectedOwner, playNext, queueUp } from "../support/people/cafe_evening.ts";
import { createOwner } from "../support/people/factories.ts";
import { answerOf, guestOf } from "../support/people/guests.ts";
import { decide, openRequestsOf, queueOf, submit, undo } from "../support/people/requests.ts";
import { type TestApp, testApp } from "../support/start/test_app.ts";

const putFirst = (app: TestApp, token: string | undefined, id: string, first: unknown = true) =>
  app.call("PUT", `/api/requests/${id}/first`, { token, body: { first } });

const ids = async (app: TestApp, ownerId: string) =>
  (await queueOf(app, ownerId)).map(({ _id }) => _id);

Deno.test("PUT /api/requests/:id/first puts songs before higher tips, in the order of the choices, says so to everyone, and plays them so", async () => {
  await using app = await testApp();
  const owner = await connectedOwner(app);
  const { ownerId, token } = owner;
  const [high, middle] = await queueUp(app, owner, [50, 20]);
  const guest = await guestOf(app, ownerId);
  const low = await guest.send({ uri: high!.uri, tipAmount: 0 });
  await decide(app, token, low._id, "approved");
  const before = app.deps.hub.confirmedRevision(ownerId);

  const row = await (await putFirst(app, token, low._id)).json();
  assert.deepEqual([row._id, row.first, row.place], [low._id, true, 1]);
  assert.notEqual(app.deps.hub.confirmedRevision(ownerId), before ?? null);
  await putFirst(app, token, middle!._id);
  // Choosing again keeps the place.
  assert.equal((await (await putFirst(app, token, low._id)).json()).place, 1);

  const queue = await queueOf(app, ownerId);
  assert.deepEqual(queue.map(({ _id, first }) => [_id, first]), [
    [low._id, true],
    [middle!._id, true],
    [high!._id, false],
  ]);
  assert.deepEqual((await guest.mine()).map((r) => [r.first, r.place]), [[true, 1]]);
  const open = (await openRequestsOf(app, owner)).toSorted((a, b) => a.place! - b.place!);
  assert.deepEqual(open.map(({ first }) => first), [true, true, false]);

  assert.equal((await playNext(app, token)).status, 200);
  assert.deepEqual(await ids(app, ownerId), [middle!._id, high!._id]);
  assert.equal((await putFirst(app, token, low._id)).status, 409, "it plays");
  assert.equal((await (await putFirst(app, token, middle!._id, false)).json()).first, false);
  assert.deepEqual(await ids(app, ownerId), [high!._id, middle!._id]);
});

Deno.test("POST /api/requests/:id/undo takes 'first' back for two minutes, then the decision before it, and restores it with a removal", async () => {
  await using app = await testApp();
  const owner = await connectedOwner(app);
  const { ownerId, token } = owner;
  const [high, low] = await queueUp(app, owner, [50, 20]);
  const undoLow = () => undo(app, token, low!._id);

  await putFirst(app, token, low!._id);
  const undone = await (await undoLow()).json();
  assert.deepEqual([undone.status, undone.first], ["approved", false]);
  assert.deepEqual(await ids(app, ownerId), [high!._id, low!._id]);
  assert.equal((await (await undoLow()).json()).status, "pending");
  await decide(app, token, low!._id, "approved");

  await putFirst(app, token, low!._id);
  assert.equal((await decide(app, token, low!._id, "rejected")).status, 200);
  assert.equal((await (await undoLow()).json()).first, true);
  assert.deepEqual(await ids(app, ownerId), [low!._id, high!._id]);
  assert.equal((await undoLow()).status, 409, "the choice is not the last decision any more");

  await putFirst(app, token, high!._id);
  // A choice counts as later than the one before it, by a millisecond each.
  app.clock.pass(120_000 + 2);
  assert.equal((await undo(app, token, high!._id)).status, 409);
  const many = { token, body: { ids: [high!._id, low!._id] } };
  await putFirst(app, token, low!._id, false);
  await putFirst(app, token, low!._id);
  assert.deepEqual(await app.ok("POST", "/api/requests/undo", many), { changed: 1 });
  assert.deepEqual(await ids(app, ownerId), [high!._id, low!._id]);
});

Deno.test("PUT /api/requests/:id/first refuses what is not in the queue", async () => {
  await using app = await testApp();
  const owner = await createOwner(app.deps);
  const { _id } = await submit(app, owner.ownerId);
  const [status, body] = await answerOf(await putFirst(app, owner.token, _id));
  assert.deepEqual([status, (body as ErrorAnswer).code], [409, "not_in_queue"]);
});

// That instances agree on the order: tests/requests/instances_test.ts.
Deno.test("songs that are put first at once stand in one order, before all others", async () => {
  await using app = await testApp({ RATE_LIMITS: "off" });
  const owner = await connectedOwner(app);
  const songs = (await queueUp(app, owner, [50, 40, 30, 20, 10])).map(({ _id }) => _id);
  await Promise.all(songs.slice(2).map((id) => putFirst(app, owner.token, id)));
  const order = await ids(app, owner.ownerId);
  assert.deepEqual(order.slice(0, 3).toSorted(), songs.slice(2).toSorted());
  assert.deepEqual(order.slice(3), songs.slice(0, 2));
});
