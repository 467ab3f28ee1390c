// Requests that a rule approves when they are filed.
import { strict as assert } from "node:assert";
import { ask, assertFiled, houseWith } from "../support/people/house.ts";
import { decide, queueOf, roomOf, undo } from "../support/people/requests.ts";
import { testApp } from "../support/start/test_app.ts";

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
