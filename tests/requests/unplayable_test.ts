// A song that the player does not have is outside the queue until the owner puts it back or removes it.
import { strict as assert } from "node:assert";
import { eq } from "drizzle-orm";
import { readRevision } from "../../db/people/rooms.ts";
import { songRequests } from "../../db/schema/requests.ts";
import { createOwner } from "../support/people/factories.ts";
import { type Guest, guestOf } from "../support/people/guests.ts";
import { playNextInDatabase } from "../support/people/plays.ts";
import {
  decide,
  openRequestsOf,
  queueOf,
  storedRequest,
  submit,
  undo,
} from "../support/people/requests.ts";
import { type TestApp, testApp } from "../support/start/test_app.ts";

const URI = "spotify:track:AAAAAAAAAAAAAAAAAAAAAA";

Deno.test("a song that turned out to be unplayable is not in the queue, and the next one plays", async () => {
  await using app = await testApp();
  const { owner, id, guest } = await unplayable(app);
  const next = await submit(app, owner.ownerId, { uri: URI });
  assert.deepEqual(
    (await openRequestsOf(app, owner)).map((r) => [r._id, r.unplayable, r.inQueue]),
    [[id, true, false], [next._id, false, false]],
  );
  await decide(app, owner.token, next._id, "approved");
  assert.deepEqual((await queueOf(app, owner.ownerId)).map(({ _id }) => _id), [next._id]);
  assert.equal(
    (await openRequestsOf(app, owner))[0]!.inQueue,
    true,
    "the same song is queued by another",
  );
  assert.deepEqual(await mine(guest), [["approved", null, true]]);
  assert.ok(await playNextInDatabase(app.deps, owner.ownerId));
  assert.ok(!await playNextInDatabase(app.deps, owner.ownerId));
});

Deno.test("PUT /api/requests/:id with approved puts an unplayable song back into the queue, to be tried anew", async () => {
  await using app = await testApp();
  const { owner, id, guest } = await unplayable(app);
  const before = await readRevision(app.deps.db, owner.ownerId);
  const { enteredAt } = await storedRequest(app, id);
  app.clock.pass(1000);
  const answers = await Promise.all([1, 2].map(() => decide(app, owner.token, id, "approved")));
  assert.deepEqual(answers.map(({ status }) => status), [200, 200]);
  assert.equal(await readRevision(app.deps.db, owner.ownerId), before! + 1);
  const row = await storedRequest(app, id);
  assert.deepEqual([row.status, row.unplayableAt, row.tries], ["approved", null, 0]);
  assert.deepEqual([enteredAt === null, row.enteredAt], [false, enteredAt], "it waits since then");
  assert.deepEqual((await queueOf(app, owner.ownerId)).map(({ _id }) => _id), [id]);
  assert.deepEqual(await mine(guest), [["approved", 1, false]]);
  assert.equal((await undo(app, owner.token, id)).status, 409, "putting back is not undone");
  assert.ok(await playNextInDatabase(app.deps, owner.ownerId));
});

Deno.test("PUT /api/requests/:id with rejected removes an unplayable song, and an undo lists it again", async () => {
  await using app = await testApp();
  const { owner, id, guest } = await unplayable(app);
  assert.equal((await decide(app, owner.token, id, "rejected")).status, 200);
  assert.deepEqual(await openRequestsOf(app, owner), []);
  assert.deepEqual(await mine(guest), [["rejected", null, true]]);
  assert.equal((await decide(app, owner.token, id, "approved")).status, 409);
  assert.equal((await undo(app, owner.token, id)).status, 200);
  assert.deepEqual((await openRequestsOf(app, owner)).map((r) => [r._id, r.unplayable]), [[
    id,
    true,
  ]]);
  assert.deepEqual(await queueOf(app, owner.ownerId), []);
});

Deno.test("undoing the approval of a song that turned out to be unplayable lets it wait like a new one", async () => {
  await using app = await testApp();
  const { owner, id, guest } = await unplayable(app);
  assert.equal((await undo(app, owner.token, id)).status, 200);
  assert.deepEqual(await mine(guest), [["pending", null, false]]);
  await decide(app, owner.token, id, "approved");
  assert.deepEqual((await queueOf(app, owner.ownerId)).map(({ _id }) => _id), [id]);
});

/** A guest's song that was approved, and that the player does not have. */
async function unplayable(app: TestApp) {
  const owner = await createOwner(app.deps);
  const guest = await guestOf(app, owner.ownerId);
  const { _id: id } = await guest.send({ uri: URI });
  await decide(app, owner.token, id, "approved");
  app.clock.pass(1_000);
  await app.deps.db.write((d) => [
    d.update(songRequests).set({ tries: 3, unplayableAt: app.clock.now() })
      .where(eq(songRequests.id, id)),
  ]);
  return { owner, guest, id };
}

/** The status and the place of each of the guest's requests, and whether it is unplayable. */
async function mine(guest: Guest): Promise<unknown[]> {
  return (await guest.mine()).map((row) => [row.status, row.place, row.unplayable]);
}
