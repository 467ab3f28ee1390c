// The limits and the Idempotency-Key of POST /api/requests/:id/tips.
import { strict as assert } from "node:assert";
import { supportTips } from "../../db/schema/requests.ts";
import { moneyApp } from "../support/db/ledger_invariants.ts";
import { createOwner } from "../support/people/factories.ts";
import { answerOf, guestOf } from "../support/people/guests.ts";
import { playNextInDatabase } from "../support/people/plays.ts";
import { decide, draft, submit, undo } from "../support/people/requests.ts";
import { rounds } from "../support/time/effort.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const RACES = rounds(50, 1_000);
const KEY = { "idempotency-key": "destek" };

Deno.test("a guest may send 6 requests and tips a minute together, and the 7th answers 429 with Retry-After", async () => {
  await using app = await moneyApp();
  const { ownerId } = await createOwner(app.deps);
  const guest = await guestOf(app, ownerId);
  const { _id } = await guest.send();
  for (let i = 0; i < 5; i++) await guest.support(_id, 1);
  const refused = await guest.give(_id, 1);
  assert.equal(refused.headers.get("retry-after"), "60");
  assert.deepEqual(await answerOf(refused), [429, {
    msg: "Kısa sürede çok fazla istek gönderdiniz. 60 saniye sonra tekrar deneyin.",
    code: "too_many_requests",
    values: { seconds: 60 },
  }]);
  app.clock.pass(MINUTE_MS);
  assert.equal((await guest.give(_id, 1)).status, 201);
});

Deno.test("an address may send 20 tips a minute without a guest cookie", async () => {
  await using app = await moneyApp();
  const { ownerId } = await createOwner(app.deps);
  const { _id } = await submit(app, ownerId);
  const give = () => app.call("POST", `/api/requests/${_id}/tips`, { body: { tipAmount: 1 } });
  for (let i = 0; i < 20; i++) assert.equal((await give()).status, 201);
  assert.equal((await give()).status, 429);
});

Deno.test(`three tips at once with one Idempotency-Key, ${RACES} times, add one, and all answer its sum`, async () => {
  await using app = await moneyApp({ RATE_LIMITS: "off" });
  const { ownerId } = await createOwner(app.deps);
  const guest = await guestOf(app, ownerId);
  const { _id } = await submit(app, ownerId, { tipAmount: 10 });
  for (let round = 1; round <= RACES; round++) {
    const key = { "idempotency-key": `destek-${round}` };
    const answers = await Promise.all([1, 2, 3].map(() => guest.give(_id, 5, key)));
    const answered = [201, { tipAmount: 10 + 5 * round, ownTip: 5 * round }];
    assert.deepEqual(await Promise.all(answers.map(answerOf)), [answered, answered, answered]);
  }
});

Deno.test("a key of another tip, another request's tip or a request answers 409 and adds nothing", async () => {
  await using app = await moneyApp();
  const { ownerId } = await createOwner(app.deps);
  const guest = await guestOf(app, ownerId);
  const [first, second] = [await submit(app, ownerId), await submit(app, ownerId)];
  assert.equal((await guest.give(first._id, 5, KEY)).status, 201);
  const reused = [409, {
    msg: "Bu istek anahtarı başka bir istekle kullanılmış.",
    code: "idempotency_key_reused",
  }];
  assert.deepEqual(await answerOf(await guest.give(first._id, 6, KEY)), reused);
  assert.deepEqual(await answerOf(await guest.give(second._id, 5, KEY)), reused);
  const asking = { body: draft(ownerId), headers: { cookie: guest.cookie, ...KEY } };
  assert.deepEqual(await answerOf(await app.call("POST", "/api/requests", asking)), reused);
  assert.equal(await app.deps.db.read.$count(supportTips), 1);
  const stranger = await guestOf(app, ownerId);
  assert.equal((await stranger.give(first._id, 6, KEY)).status, 201);
});

Deno.test("a key of a tip works for 24 hours, also after the song was played", async () => {
  await using app = await moneyApp();
  const { ownerId, token } = await createOwner(app.deps);
  const guest = await guestOf(app, ownerId);
  const { _id } = await submit(app, ownerId, { tipAmount: 10 });
  assert.equal((await guest.give(_id, 5, KEY)).status, 201);
  await decide(app, token, _id, "approved");
  await playNextInDatabase(app.deps, ownerId);
  app.clock.pass(DAY_MS - 1);
  const repeated = await answerOf(await guest.give(_id, 5, KEY));
  assert.deepEqual(repeated, [201, { tipAmount: 15, ownTip: 5 }]);
  app.clock.pass(1);
  assert.equal((await guest.give(_id, 5, KEY)).status, 409);
});

Deno.test("a refused tip keeps no key: the same call succeeds once the request allows it", async () => {
  await using app = await moneyApp();
  const { ownerId, token } = await createOwner(app.deps);
  const guest = await guestOf(app, ownerId);
  const { _id } = await submit(app, ownerId, { tipAmount: 10 });
  await decide(app, token, _id, "rejected");
  assert.equal((await guest.give(_id, 5, KEY)).status, 409);
  await undo(app, token, _id);
  assert.equal((await guest.give(_id, 5, KEY)).status, 201);
});
