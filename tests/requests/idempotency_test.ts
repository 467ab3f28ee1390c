import { strict as assert } from "node:assert";
import type { SongRequest } from "../../server/contract/requests.ts";
import { readRevision } from "../../db/rooms.ts";
import { createOwner } from "../support/people/factories.ts";
import { answerOf } from "../support/people/guests.ts";
import { decide, draft, newGuest, openRequestsOf } from "../support/people/requests.ts";
import { testApp } from "../support/start/test_app.ts";
import { rounds } from "../support/time/effort.ts";

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
