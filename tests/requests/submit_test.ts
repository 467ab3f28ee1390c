import { strict as assert } from "node:assert";
import { tracks } from "../../db/schema/music.ts";
import { createOwner } from "../support/people/factories.ts";
import { draft, openRequestsOf, queueOf, submit } from "../support/people/requests.ts";
import { testApp } from "../support/start/test_app.ts";

Deno.test("POST /api/requests answers 201 with the pending request's fields", async () => {
  await using app = await testApp();
  const { ownerId, token } = await createOwner(app.deps);
  const response = await app.call("POST", "/api/requests", {
    body: { ...draft(ownerId, { tipAmount: 12.35 }), status: "approved", _id: "mine", extra: 1 },
  });
  assert.equal(response.status, 201);
  const request = await response.json();
  assert.notEqual(request._id, "mine");
  assert.deepEqual(request, {
    ...draft(ownerId, { tipAmount: 12.35 }),
    _id: request._id,
    status: "pending",
    first: false,
    own: false,
    createdAt: new Date(app.clock.now()).toISOString(),
  });
  assert.deepEqual(await openRequestsOf(app, { token }), [{
    ...request,
    ...{
      sameGuest: 1,
      guest: null,
      dedication: null,
      inQueue: false,
      waits: false,
      unplayable: false,
      decidedBy: null,
      place: null,
    },
    ...{ table: null, atTill: false, receivedAmount: 0, received: false },
  }]);
  assert.deepEqual(await queueOf(app, ownerId), []);
});

Deno.test("a known track's title, artist and cover replace those that the guest sends", async () => {
  await using app = await testApp();
  const { ownerId } = await createOwner(app.deps);
  const known = { title: "Dönence", artist: "Barış Manço", albumArt: "https://i.scdn.co/image/1" };
  const { uri } = draft(ownerId);
  await app.deps.db.write((d) => [
    d.insert(tracks).values({ uri, ...known, durationMs: 1, seenAt: 1 }),
  ]);
  const forged = await submit(app, ownerId, { songTitle: "Bedava çay", artist: "Garson" });
  const { songTitle: title, artist, albumArt } = forged;
  assert.deepEqual({ title, artist, albumArt }, known);
});
