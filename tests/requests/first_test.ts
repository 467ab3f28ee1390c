// 'Sıradaki olsun': the team puts a song before all others (docs/requests.md#first).
import { strict as assert } from "node:assert";
import { readQueueSnapshot } from "../../db/queue.ts";
import { readLoginClaim } from "../../server/auth/tokens.ts";
import { changeHouse } from "../../server/house/rules.ts";
import { putFirst as putFirstThere } from "../../server/requests/decide.ts";
import { submitRequest } from "../../server/requests/send_request.ts";
import { connectedOwner, playNext, queueUp } from "../support/people/cafe_evening.ts";
import { createOwner } from "../support/people/factories.ts";
import { anyAddress, draft, newGuest, queueOf, submit } from "../support/people/requests.ts";
import { type TestApp, testApp } from "../support/start/test_app.ts";
import { instances } from "../support/start/two_instances.ts";

const putFirst = (app: TestApp, token: string | undefined, id: string, first: unknown = true) =>
  app.call("PUT", `/api/requests/${id}/first`, { token, body: { first } });

const ids = async (app: TestApp, ownerId: string) =>
  (await queueOf(app, ownerId)).map(({ _id }) => _id);

Deno.test("PUT /api/requests/:id/first puts songs before higher tips, in the order of the choices, says so to everyone, and plays them so", async () => {
  await using app = await testApp();
  const owner = await connectedOwner(app);
  const { ownerId, token } = owner;
  const [high, middle] = await queueUp(app, owner, [50, 20]);
  const cookie = await newGuest(app);
  const sent = { body: { ...high, tipAmount: 0 }, headers: { cookie } };
  const low = await (await app.call("POST", "/api/requests", sent)).json();
  await app.call("PUT", `/api/requests/${low._id}`, { token, body: { status: "approved" } });
  const before = app.deps.hub.confirmedRevision(ownerId);

  const answer = await putFirst(app, token, low._id);
  assert.equal(answer.status, 200);
  const row = await answer.json();
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
  const mine = await app.call("GET", `/api/requests/mine?ownerId=${ownerId}`, {
    headers: { cookie },
  });
  assert.deepEqual((await mine.json()).map((r: typeof row) => [r.first, r.place]), [[true, 1]]);
  const open = await (await app.call("GET", "/api/requests", { token })).json();
  assert.deepEqual(
    open.toSorted((a: typeof row, b: typeof row) => a.place - b.place)
      .map((r: typeof row) => r.first),
    [true, true, false],
  );

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
  const undo = () => app.call("POST", `/api/requests/${low!._id}/undo`, { token });
  const remove = () =>
    app.call("PUT", `/api/requests/${low!._id}`, { token, body: { status: "rejected" } });

  await putFirst(app, token, low!._id);
  const undone = await (await undo()).json();
  assert.deepEqual([undone.status, undone.first], ["approved", false]);
  assert.deepEqual(await ids(app, ownerId), [high!._id, low!._id]);
  assert.equal((await (await undo()).json()).status, "pending");
  await app.call("PUT", `/api/requests/${low!._id}`, { token, body: { status: "approved" } });

  await putFirst(app, token, low!._id);
  assert.equal((await remove()).status, 200);
  assert.equal((await (await undo()).json()).first, true);
  assert.deepEqual(await ids(app, ownerId), [low!._id, high!._id]);
  assert.equal((await undo()).status, 409, "the choice is not the last decision any more");

  await putFirst(app, token, high!._id);
  // A choice counts as later than the one before it, by a millisecond each.
  app.clock.pass(120_000 + 2);
  const late = await app.call("POST", `/api/requests/${high!._id}/undo`, { token });
  assert.equal(late.status, 409);
  const many = { token, body: { ids: [high!._id, low!._id] } };
  await putFirst(app, token, low!._id, false);
  await putFirst(app, token, low!._id);
  assert.deepEqual(await (await app.call("POST", "/api/requests/undo", many)).json(), {
    changed: 1,
  });
  assert.deepEqual(await ids(app, ownerId), [high!._id, low!._id]);
});

Deno.test("PUT /api/requests/:id/first refuses what is not in the queue, another owner's, a wrong body, and people without a login", async () => {
  await using app = await testApp();
  const owner = await connectedOwner(app);
  const { token } = owner;
  const { _id } = await submit(app, owner.ownerId);
  assert.equal((await putFirst(app, token, _id)).status, 409);
  assert.equal((await (await putFirst(app, token, _id)).json()).code, "not_in_queue");
  assert.equal((await putFirst(app, token, "none")).status, 404);
  const other = await createOwner(app.deps);
  assert.equal((await putFirst(app, other.token, _id)).status, 404);
  assert.equal((await putFirst(app, token, _id, "yes")).status, 400);
  assert.equal((await putFirst(app, undefined, _id)).status, 401);
});

Deno.test("songs that three instances put first at once stand in one order, on which all agree", async () => {
  await using world = await instances(3);
  const [one] = world.all;
  const { ownerId, token } = await createOwner(one!);
  await changeHouse(one!, ownerId, { approve: "always" });
  const songs = [];
  for (const tipAmount of [50, 40, 30, 20, 10]) {
    const guest = { guestId: undefined, address: anyAddress(), idempotencyKey: undefined };
    songs.push(await submitRequest(one!, draft(ownerId, { tipAmount }), guest));
  }
  const chosen = songs.slice(2);
  await Promise.all(chosen.map(async ({ _id }, i) => {
    const deps = world.all[i]!;
    return await putFirstThere(deps, (await readLoginClaim(deps, token))!, _id, { first: true });
  }));
  const orders = await Promise.all(world.all.map(async (deps) => {
    const { requests } = (await readQueueSnapshot(deps.db, ownerId))!;
    return requests.map(({ id }) => id);
  }));
  assert.deepEqual(orders[1], orders[0]);
  assert.deepEqual(orders[2], orders[0]);
  const choices = new Set(chosen.map(({ _id }) => _id));
  assert.deepEqual(new Set(orders[0]!.slice(0, 3)), choices);
  assert.deepEqual(orders[0]!.slice(3), songs.slice(0, 2).map(({ _id }) => _id));
});
