import { strict as assert } from "node:assert";
import { songRequests } from "../../db/schema/requests.ts";
import { commitInOrder } from "../support/db/commit_order.ts";
import { rounds } from "../support/time/effort.ts";
import { createAdmin, createOwner } from "../support/people/factories.ts";
import { answerOf } from "../support/people/guests.ts";
import { playNextInDatabase, sendNext } from "../support/people/plays.ts";
import { decide, queueOf, roomOf, storedRequest, submit } from "../support/people/requests.ts";
import { type TestApp, testApp } from "../support/start/test_app.ts";

const RACES = rounds(50, 1_000);
const SETTLED = { msg: "Bu isteğin durumu artık değiştirilemez.", code: "request_settled" };
const UNDER_WAY = {
  msg: "Şu anda bir şarkı başlatılıyor. Birkaç saniye sonra tekrar deneyin.",
  code: "play_under_way",
};

for (
  const [from, to, status] of [
    ["pending", "approved", 200],
    ["pending", "rejected", 200],
    ["approved", "approved", 200],
    ["approved", "rejected", 200],
    ["rejected", "rejected", 200],
    ["rejected", "approved", 409],
    ["being played", "approved", 409],
    ["being played", "rejected", 409],
    ["played", "approved", 409],
    ["played", "rejected", 409],
  ] as const
) {
  Deno.test(`PUT /api/requests/:id from ${from} to ${to} answers ${status}`, async () => {
    await using app = await testApp();
    const { ownerId, token } = await createOwner(app.deps);
    const request = await submit(app, ownerId);
    const { _id } = request;
    await bring(app, token, _id, from);
    const before = await storedRequest(app, _id);
    const response = await decide(app, token, _id, to);
    assert.equal(response.status, status);
    const body = await response.json();
    const after = await storedRequest(app, _id);
    if (status === 409) assert.deepEqual(body, from === "being played" ? UNDER_WAY : SETTLED);
    else assert.deepEqual(body, { ...request, status: to });
    assert.equal(after.status, status === 409 ? before.status : to);
    // The same status again changes nothing, not even the time of the decision.
    if (from === to || status === 409) assert.deepEqual(after, before);
    const inQueue = after.status === "approved" ? [{ ...request, status: "approved" }] : [];
    assert.deepEqual(await queueOf(app, ownerId), inQueue);
  });
}

for (
  const [afterMs, status, answer] of [
    [14_999, "approved", 409],
    [14_999, "rejected", 409],
    [15_000, "approved", 409],
    [15_000, "rejected", 200],
  ] as const
) {
  Deno.test(`PUT /api/requests/:id to ${status} answers ${answer} ${afterMs} ms after the song was ordered`, async () => {
    await using app = await testApp();
    const { ownerId, token } = await createOwner(app.deps);
    const { _id } = await submit(app, ownerId);
    await bring(app, token, _id, "being played");
    app.clock.pass(afterMs);
    const response = await decide(app, token, _id, status);
    assert.equal(response.status, answer);
    if (answer === 409) assert.deepEqual(await response.json(), UNDER_WAY);
    // A refusal leaves the order under way, so that asking again is refused again.
    assert.equal((await decide(app, token, _id, status)).status, answer);
  });
}

for (
  const [early, late, answer] of [["approved", "rejected", 200], [
    "rejected",
    "approved",
    409,
  ]] as const
) {
  Deno.test(`a request that is ${early} while the call that makes it ${late} is under way ends rejected, and that call answers ${answer}`, async () => {
    await using app = await testApp();
    const { ownerId, token } = await createOwner(app.deps);
    const { _id } = await submit(app, ownerId);
    const [first, second] = await commitInOrder(
      app.deps.db,
      () => decide(app, token, _id, early),
      () => decide(app, token, _id, late),
    );
    assert.equal(first.status, 200);
    const [status, body] = await answerOf(second);
    assert.equal(status, answer);
    if (answer === 409) assert.deepEqual(body, SETTLED);
    assert.equal((await storedRequest(app, _id)).status, "rejected");
    assert.equal((await roomOf(app, { ownerId })).revision, answer === 200 ? 3 : 2);
  });
}

Deno.test(`approving and rejecting at once, ${RACES} times, ends rejected, with true answers and one revision for each change`, async () => {
  await using app = await testApp({ RATE_LIMITS: "off" });
  const { ownerId, token } = await createOwner(app.deps);
  let revision = 0;
  for (let round = 0; round < RACES; round++) {
    const { _id } = await submit(app, ownerId);
    const order = round % 2 === 0 ? ["approved", "rejected"] : ["rejected", "approved"];
    const answers = await Promise.all(order.map((status) => decide(app, token, _id, status)));
    const approval = answers[order.indexOf("approved")]!;
    const rejection = answers[order.indexOf("rejected")]!;
    assert.equal(rejection.status, 200);
    assert.equal((await rejection.json()).status, "rejected");
    const approved = approval.status === 200;
    if (approved) assert.equal((await approval.json()).status, "approved");
    else assert.deepEqual([approval.status, await approval.json()], [409, SETTLED]);
    assert.equal((await storedRequest(app, _id)).status, "rejected");
    revision += approved ? 3 : 2;
  }
  assert.equal((await roomOf(app, { ownerId })).revision, revision);
});

Deno.test(`approving three times at once, ${RACES} times, answers 200 to all and changes the revision once`, async () => {
  await using app = await testApp({ RATE_LIMITS: "off" });
  const { ownerId, token } = await createOwner(app.deps);
  for (let round = 1; round <= RACES; round++) {
    const { _id } = await submit(app, ownerId);
    const answers = await Promise.all([1, 2, 3].map(() => decide(app, token, _id, "approved")));
    for (const answer of answers) {
      assert.equal(answer.status, 200);
      assert.equal((await answer.json()).status, "approved");
    }
    assert.equal((await roomOf(app, { ownerId })).revision, round * 2);
  }
});

/** Brings a pending request into the state `to`. */
async function bring(app: TestApp, token: string, id: string, to: string): Promise<void> {
  if (to === "pending") return;
  if (to === "rejected") return void await decide(app, token, id, "rejected");
  await decide(app, token, id, "approved");
  const { ownerId } = await storedRequest(app, id);
  if (to === "being played") assert.ok(await sendNext(app.deps, ownerId));
  if (to === "played") assert.ok(await playNextInDatabase(app.deps, ownerId));
}

Deno.test("an ended login decides nothing, and hears so before anything about its body", async () => {
  await using app = await testApp();
  const { ownerId, token } = await createOwner(app.deps);
  const other = await createOwner(app.deps);
  const admin = await createAdmin(app.deps);
  const { _id } = await submit(app, ownerId);
  assert.equal((await app.call("POST", "/api/auth/logout", { token })).status, 204);
  for (const status of ["approved", "rejected", "no status"]) {
    assert.equal((await decide(app, token, _id, status)).status, 401);
    assert.equal((await decide(app, admin.token, _id, status)).status, 403);
  }
  assert.equal((await decide(app, other.token, _id, "no status")).status, 400);
  assert.equal((await decide(app, other.token, _id, "rejected")).status, 404);
  const row = await app.deps.db.read.select().from(songRequests).get();
  assert.equal(row?.status, "pending");
});
