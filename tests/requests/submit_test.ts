import { strict as assert } from "node:assert";
import { tracks } from "../../db/schema/music.ts";
import { createOwner } from "../support/people/factories.ts";
import { decide, draft, queueOf, submit } from "../support/people/requests.ts";
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
  const list = await (await app.call("GET", "/api/requests", { token })).json();
  assert.deepEqual(list, [{
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

Deno.test("PUT /api/requests/:id approves a request, which is then in the queue", async () => {
  await using app = await testApp();
  const { ownerId, token } = await createOwner(app.deps);
  const request = await submit(app, ownerId);
  const response = await decide(app, token, request._id, "approved");
  assert.equal(response.status, 200);
  assert.deepEqual(await response.json(), { ...request, status: "approved" });
  assert.deepEqual(await queueOf(app, ownerId), [{ ...request, status: "approved" }]);
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
  assert.equal(forged.songTitle, "Dönence");
  assert.equal(forged.artist, "Barış Manço");
  assert.equal(forged.albumArt, known.albumArt);
});
