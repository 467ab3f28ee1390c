// The order of the queue: by tip, then by time, then by id (docs/requests.md#order).
import { strict as assert } from "node:assert";
import type { SongRequest } from "../../server/contract/requests.ts";
import { connectedOwner, playNext, queueUp } from "../support/people/cafe_evening.ts";
import { createOwner } from "../support/people/factories.ts";
import {
  anyAddress,
  decide,
  draft,
  newGuest,
  queueOf,
  submit,
} from "../support/people/requests.ts";
import { testApp } from "../support/start/test_app.ts";

Deno.test("GET /api/requests/queue/:ownerId orders by tip, then by time, then by id", async () => {
  await using app = await testApp();
  const { ownerId, token } = await createOwner(app.deps);
  const ids: string[] = [];
  for (
    const [tipAmount, laterMs] of [[5, 0], [20, 1], [5, 0], [20, 1], [0.5, 1], [100, 0]] as const
  ) {
    app.clock.pass(laterMs);
    const { _id } = await submit(app, ownerId, { tipAmount });
    ids.push(_id);
  }
  for (const id of ids.toReversed()) await decide(app, token, id, "approved");
  const queue = await queueOf(app, ownerId);
  assert.deepEqual(queue.map((r) => ids.indexOf(r._id)), [5, 1, 3, 0, 2, 4]);
});

// Ids follow the order of sending even if the clock is set back, and only then do time and id disagree.
Deno.test("of two equal tips the earlier time comes first, also if the clock was set back in between", async () => {
  await using app = await testApp();
  const owner = await connectedOwner(app);
  const { ownerId, token } = owner;
  const cookie = await newGuest(app);
  const send = async (): Promise<SongRequest> => {
    const options = { body: draft(ownerId), headers: { cookie }, address: anyAddress() };
    return await (await app.call("POST", "/api/requests", options)).json();
  };
  const late = await send();
  app.clock.pass(-60_000);
  const [early] = await queueUp(app, owner, [10]);
  await decide(app, token, late._id, "approved");
  assert.ok(late._id < early!._id);

  const order = [early!._id, late._id];
  assert.deepEqual((await queueOf(app, ownerId)).map((request) => request._id), order);
  const open: SongRequest[] = await (await app.call("GET", "/api/requests", { token })).json();
  assert.deepEqual(open.map((request) => request._id), order);
  const mine = await app.call("GET", `/api/requests/mine?ownerId=${ownerId}`, {
    headers: { cookie },
  });
  assert.equal((await mine.json())[0].place, 2);
  assert.equal((await playNext(app, token)).status, 200);
  assert.deepEqual((await queueOf(app, ownerId)).map((request) => request._id), [late._id]);
});
