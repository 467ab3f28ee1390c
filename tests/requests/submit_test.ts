import { strict as assert } from "node:assert";
import { eq } from "drizzle-orm";
import { tracks } from "../../db/schema/music.ts";
import type { SongRequest } from "../../server/contract/requests.ts";
import { readRevision } from "../../db/people/rooms.ts";
import { songRequests } from "../../db/schema/requests.ts";
import { createOwner } from "../support/people/factories.ts";
import {
  anyAddress,
  decide,
  draft,
  newGuest,
  openRequestsOf,
  queueOf,
  submit,
} from "../support/people/requests.ts";
import { type TestApp, testApp } from "../support/start/test_app.ts";
import { answerOf } from "../support/people/guests.ts";
import { rounds } from "../support/time/effort.ts";

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

const RACES = rounds(50, 1_000);

Deno.test(`three requests at once with one Idempotency-Key, ${RACES} times, create one request, which all return`, async () => {
  await using app = await testApp({ RATE_LIMITS: "off" });
  const { ownerId, token } = await createOwner(app.deps);
  const cookie = await newGuest(app);
  for (let round = 1; round <= RACES; round++) {
    const headers = { cookie, "idempotency-key": `thumb-${round}` };
    const answers = await Promise.all(
      [1, 2, 3].map(() => app.call("POST", "/api/requests", { body: draft(ownerId), headers })),
    );
    assert.deepEqual(answers.map((answer) => answer.status), [201, 201, 201]);
    const bodies = await Promise.all(answers.map((answer) => answer.json()));
    assert.deepEqual(bodies[1], bodies[0]);
    assert.deepEqual(bodies[2], bodies[0]);
    assert.equal(await readRevision(app.deps.db, ownerId), round * 2 - 1);
    await decide(app, token, bodies[0]._id, "rejected");
  }
});

Deno.test("an Idempotency-Key with another body answers 409, and another guest or owner may use the same key", async () => {
  await using app = await testApp();
  const { ownerId, token } = await createOwner(app.deps);
  const { ownerId: other } = await createOwner(app.deps);
  const send = (body: unknown, cookie?: string, address?: string) =>
    app.call("POST", "/api/requests", {
      body,
      address,
      headers: { "idempotency-key": "k", ...(cookie ? { cookie } : {}) },
    });
  const cookie = await newGuest(app);
  const first: SongRequest = await (await send(draft(ownerId), cookie)).json();
  assert.deepEqual(await answerOf(send(draft(ownerId, { tipAmount: 99 }), cookie)), [409, {
    msg: "Bu istek anahtarı başka bir istekle kullanılmış.",
    code: "idempotency_key_reused",
  }]);
  assert.equal((await (await send(draft(ownerId), cookie)).json())._id, first._id);
  // A field that is ignored does not change the body.
  const ignored = await send({ ...draft(ownerId), extra: true }, cookie);
  assert.equal((await ignored.json())._id, first._id);

  const others = [
    await send(draft(other), cookie),
    await send(draft(ownerId), await newGuest(app)),
    await send(draft(ownerId), undefined, "198.51.100.1"),
    await send(draft(ownerId), undefined, "198.51.100.2"),
  ];
  const ids = await Promise.all(others.map(async (answer) => (await answer.json())._id));
  assert.equal(new Set([first._id, ...ids]).size, 5);
  const again = await send(draft(ownerId), undefined, "198.51.100.1");
  assert.equal((await again.json())._id, ids[2]);
  assert.equal((await openRequestsOf(app, { token })).length, 4);
});

Deno.test("an Idempotency-Key works for 24 hours, and returns the request's present state", async () => {
  await using app = await testApp();
  const { ownerId, token } = await createOwner(app.deps);
  const cookie = await newGuest(app);
  const send = async () => {
    const headers = { cookie, "idempotency-key": "k" };
    return await app.ok("POST", "/api/requests", { body: draft(ownerId), headers });
  };
  const first = await send();
  await decide(app, token, first._id, "approved");
  app.clock.pass(24 * 60 * 60 * 1000 - 1);
  assert.deepEqual(await send(), { ...first, status: "approved" });
  app.clock.pass(1);
  assert.notEqual((await send())._id, first._id);
});

/** Sends a request with `tip` written into the JSON as it is. */
function sendTip(app: TestApp, ownerId: string, tip: string): Promise<Response> {
  const body = JSON.stringify(draft(ownerId, { tipAmount: "TIP" })).replace('"TIP"', tip);
  return app.fetch("/api/requests", {
    method: "POST",
    body,
    headers: { "content-type": "application/json" },
    address: anyAddress(),
  });
}

// Tips that JSON of this process does not write; the others that are refused: tests/http/bad_input_test.ts.
for (const tip of ["1e400", "-1e400"]) {
  Deno.test(`POST /api/requests answers 400 to a tip of ${tip} and creates no request`, async () => {
    await using app = await testApp();
    const { ownerId } = await createOwner(app.deps);
    const response = await sendTip(app, ownerId, tip);
    assert.equal(response.status, 400);
    const { code, field } = await response.json();
    assert.deepEqual([code, field], ["invalid_input", "tipAmount"]);
    assert.deepEqual(await app.deps.db.read.select().from(songRequests), []);
  });
}

Deno.test("POST /api/requests returns a tip exactly as sent, and stores it in kuruş", async () => {
  await using app = await testApp();
  const { ownerId } = await createOwner(app.deps);
  for (
    const [tip, kurus] of [
      ...[["0", 0], ["-0", 0], ["0.01", 1], ["0.07", 7], ["1.1", 110], ["4.35", 435]],
      ...[["10", 1000], ["10.50", 1050], ["1e3", 100_000], ["9999.99", 999_999], [
        "10000",
        1_000_000,
      ]],
    ] as [string, number][]
  ) {
    const response = await sendTip(app, ownerId, tip);
    assert.equal(response.status, 201);
    const { _id, tipAmount } = await response.json();
    assert.equal(tipAmount, Math.abs(Number(tip)));
    const row = await app.deps.db.read.select().from(songRequests)
      .where(eq(songRequests.id, _id)).get();
    assert.equal(row?.tipKurus, kurus);
  }
});
