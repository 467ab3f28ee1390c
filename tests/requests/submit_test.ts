import { strict as assert } from "node:assert";
import { createAdmin, createOwner } from "../support/people/factories.ts";
import {
  anyAddress,
  decide,
  draft,
  newGuest,
  queueOf,
  submit,
} from "../support/people/requests.ts";
import { testApp } from "../support/start/test_app.ts";

Deno.test("POST /api/requests answers 201 with the nine fields, pending", async () => {
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
    createdAt: new Date(app.clock.now()).toISOString(),
  });
  const list = await (await app.call("GET", "/api/requests", { token })).json();
  assert.deepEqual(list, [request]);
  assert.deepEqual(await queueOf(app, ownerId), []);
});

for (
  const [what, changes] of Object.entries({
    "an empty title": { songTitle: " " },
    "a title of 301 characters": { songTitle: "a".repeat(301) },
    "a title with a NUL": { songTitle: "a\0b" },
    "an artist with half a surrogate pair": { artist: "a\ud800" },
    "an artist that is a number": { artist: 1 },
    "an album's uri": { uri: "spotify:album:4uLU6hMCjMI75M1A2tKUQC" },
    "a uri with a line break": { uri: "spotify:track:4uLU6hMCjMI75M1A2tKUQC\n" },
    "a negative tip": { tipAmount: -1 },
    "a tip above 10 000": { tipAmount: 10_000.01 },
    "a tip with three decimals": { tipAmount: 1.005 },
    "a tip in words": { tipAmount: "10" },
    "no tip": { tipAmount: undefined },
    "no owner": { ownerId: undefined },
  })
) {
  Deno.test(`POST /api/requests answers 400 to ${what} and files nothing`, async () => {
    await using app = await testApp();
    const { ownerId, token } = await createOwner(app.deps);
    const response = await app.call("POST", "/api/requests", { body: draft(ownerId, changes) });
    assert.equal(response.status, 400);
    assert.equal(typeof (await response.json()).msg, "string");
    assert.deepEqual(await (await app.call("GET", "/api/requests", { token })).json(), []);
  });
}

Deno.test("PUT /api/requests/:id approves: the request is in the queue and the revision is one higher", async () => {
  await using app = await testApp();
  const { ownerId, token } = await createOwner(app.deps);
  const request = await submit(app, ownerId);
  const response = await decide(app, token, request._id, "approved");
  assert.equal(response.status, 200);
  assert.deepEqual(await response.json(), { ...request, status: "approved" });
  assert.deepEqual(await queueOf(app, ownerId), [{ ...request, status: "approved" }]);
});

Deno.test("GET /api/requests/mine shows a guest's own songs with their place", async () => {
  await using app = await testApp();
  const { ownerId, token } = await createOwner(app.deps);
  const cookie = await newGuest(app);
  const { _id: rival } = await submit(app, ownerId, { tipAmount: 50 });
  const posted = await app.call("POST", "/api/requests", {
    body: draft(ownerId),
    headers: { cookie },
    address: anyAddress(),
  });
  const { _id, songTitle, artist, albumArt, tipAmount } = await posted.json();
  const mine = async () =>
    await (await app.call("GET", `/api/requests/mine?ownerId=${ownerId}`, { headers: { cookie } }))
      .json();
  const base = { _id, songTitle, artist, albumArt, tipAmount, playedAt: null };
  assert.deepEqual(await mine(), [{ ...base, status: "pending", place: null }]);
  await decide(app, token, rival, "approved");
  await decide(app, token, _id, "approved");
  assert.deepEqual(await mine(), [{ ...base, status: "approved", place: 2 }]);
});

Deno.test("GET /api/requests answers 401 without a token and 403 to an admin", async () => {
  await using app = await testApp();
  const { token } = await createAdmin(app.deps);
  assert.equal((await app.call("GET", "/api/requests")).status, 401);
  assert.equal((await app.call("GET", "/api/requests", { token })).status, 403);
});
