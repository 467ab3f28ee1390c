// Requests that a rule approves when they are filed.
import { strict as assert } from "node:assert";
import { ask, assertFiled, houseWith, setRules } from "../support/people/house.ts";
import {
  anyAddress,
  decide,
  queueOf,
  roomOf,
  storedRequest,
  undo,
} from "../support/people/requests.ts";
import { testApp } from "../support/start/test_app.ts";
import { guestOf } from "../support/people/guests.ts";

Deno.test("approve 'always' files requests into the queue, with one revision each and none pending", async () => {
  await using app = await testApp();
  const owner = await houseWith(app, { approve: "always" });
  const { body } = await ask(app, owner, { tipAmount: 0 });
  assert.equal(body.status, "approved");
  assert.deepEqual((await queueOf(app, owner.ownerId)).map(({ _id }) => _id), [body._id]);
  assert.deepEqual(await roomOf(app, owner), { ownerId: owner.ownerId, revision: 2, pending: 0 });
});

Deno.test("approve 'from' approves a tip of exactly that amount, and leaves a smaller one to the owner", async () => {
  await using app = await testApp();
  const owner = await houseWith(app, { approve: "from", approveFromTl: 12.5 });
  await assertFiled(ask(app, owner, { tipAmount: 12.5 }), "approved");
  await assertFiled(ask(app, owner, { tipAmount: 12.49 }), "pending");
});

Deno.test("approve 'never' keeps the amount and approves nothing", async () => {
  await using app = await testApp();
  const owner = await houseWith(app, { approve: "never", approveFromTl: 1 });
  await assertFiled(ask(app, owner, { tipAmount: 100 }), "pending");
});

Deno.test("a request that a rule approved can be taken out of the queue, and put back by an undo", async () => {
  await using app = await testApp();
  const owner = await houseWith(app, { approve: "always" });
  const { body: { _id } } = await ask(app, owner);
  assert.equal((await undo(app, owner.token, _id)).status, 409);
  assert.equal((await decide(app, owner.token, _id, "rejected")).status, 200);
  assert.deepEqual(await queueOf(app, owner.ownerId), []);
  assert.equal((await (await undo(app, owner.token, _id)).json()).status, "approved");
});

// Support that lifts a pending request to the tip from which the cafe approves by itself (docs/house.md#approval).

const FROM_50 = { approve: "from", approveFromTl: 50 } as const;

Deno.test("support that reaches the tip of the rule approves the request, which enters the queue at that moment", async () => {
  await using app = await testApp({ RATE_LIMITS: "off" });
  const owner = await houseWith(app, FROM_50);
  const [asker, friend] = [await guestOf(app, owner.ownerId), await guestOf(app, owner.ownerId)];
  const { _id } = await asker.send({ tipAmount: 20 });
  await friend.support(_id, 29.99);
  assert.deepEqual(await queueOf(app, owner.ownerId), []);
  app.clock.pass(1000);
  const { _id: between } = await friend.send({ tipAmount: 60 });
  app.clock.pass(1000);
  assert.deepEqual(await friend.support(_id, 0.01), { tipAmount: 50, ownTip: 30 });
  const queue = await queueOf(app, owner.ownerId);
  assert.deepEqual(queue.map((request) => [request._id, request.status]), [
    [between, "approved"],
    [_id, "approved"],
  ]);
  const row = await storedRequest(app, _id);
  assert.deepEqual([row.enteredAt, row.decidedBy], [app.clock.now(), null]);
  assert.equal((await roomOf(app, owner)).pending, 0);
  assert.equal((await asker.takeBack(_id)).status, 409);
  assert.equal((await undo(app, owner.token, _id)).status, 409, "no decision that could be undone");
});

Deno.test("support leaves a request to the owner that had the tip before, and one under another rule", async () => {
  await using app = await testApp({ RATE_LIMITS: "off" });
  const owner = await houseWith(app, { approve: "never" });
  const guest = await guestOf(app, owner.ownerId);
  const { _id } = await guest.send({ tipAmount: 60 });
  await guest.support(_id, 10);
  await setRules(app, owner, FROM_50);
  await guest.support(_id, 10);
  await setRules(app, owner, { approve: "always" });
  await guest.support(_id, 10);
  await setRules(app, owner, { ...FROM_50, approveFromTl: 95 });
  assert.equal((await decide(app, owner.token, _id, "approved")).status, 200);
  assert.equal((await undo(app, owner.token, _id)).status, 200);
  assert.deepEqual(await queueOf(app, owner.ownerId), []);
  await guest.support(_id, 5);
  assert.equal((await queueOf(app, owner.ownerId)).length, 1);
});

Deno.test("ten guests who support one request at once, while the owner rejects it, end with all tips counted or refused", async () => {
  await using app = await testApp({ RATE_LIMITS: "off" });
  const owner = await houseWith(app, FROM_50);
  const { _id } = await (await guestOf(app, owner.ownerId)).send({ tipAmount: 0 });
  const tips = Array.from({ length: 10 }, () =>
    app.call("POST", `/api/requests/${_id}/tips`, {
      body: { tipAmount: 10 },
      address: anyAddress(),
    }));
  const rejected = decide(app, owner.token, _id, "rejected");
  const statuses = (await Promise.all(tips)).map(({ status }) => status);
  assert.equal((await rejected).status, 200);
  assert.ok(statuses.every((status) => status === 201 || status === 409));
  assert.deepEqual(await queueOf(app, owner.ownerId), []);
});
