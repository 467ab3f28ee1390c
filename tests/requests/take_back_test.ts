// DELETE /api/requests/:id: a guest takes an own request back.
import { strict as assert } from "node:assert";
import { moneyApp } from "../support/db/ledger_invariants.ts";
import { createOwner, type TestOwner } from "../support/people/factories.ts";
import { answerOf, guestOf } from "../support/people/guests.ts";
import { playNextInDatabase, sendNext } from "../support/people/plays.ts";
import { decide, openRequestsOf, roomOf, undo } from "../support/people/requests.ts";
import { type TestApp, testApp } from "../support/start/test_app.ts";
import { rounds } from "../support/time/effort.ts";

const RACES = rounds(50, 1_000);
const DECIDED = {
  msg: "Kafe bu istek için karar verdi. İstek artık geri alınamaz.",
  code: "request_decided",
};
const SUPPORTED = {
  msg: "Bu isteğe başka bir müşteri destek verdi. İstek artık geri alınamaz.",
  code: "request_supported",
};
const UNKNOWN = { msg: "İstek bulunamadı.", code: "request_not_found" };

Deno.test("DELETE /api/requests/:id takes a pending request out of every list, frees its place and tells the room", async () => {
  await using app = await moneyApp();
  const { owner, guest } = await evening(app);
  const { _id } = await guest.send();
  const heard: string[] = [];
  const end = app.deps.hub.listen((ownerId) => heard.push(ownerId));
  const before = await roomOf(app, owner);
  assert.equal((await guest.takeBack(_id)).status, 204);
  end();
  assert.deepEqual(heard, [owner.ownerId]);
  assert.deepEqual(await roomOf(app, owner), {
    ...before,
    revision: before.revision + 1,
    pending: before.pending - 1,
  });
  assert.deepEqual(await guest.mine(), []);
  assert.deepEqual(await openRequestsOf(app, owner), []);
});

Deno.test("taking a request back twice answers 204 twice and changes it once", async () => {
  await using app = await testApp();
  const { owner, guest } = await evening(app);
  const { _id } = await guest.send();
  assert.equal((await guest.takeBack(_id)).status, 204);
  const room = await roomOf(app, owner);
  assert.equal((await guest.takeBack(_id)).status, 204);
  assert.deepEqual(await roomOf(app, owner), room);
});

Deno.test("taking back answers the same 404 to another guest, to a caller without a cookie and for an unknown id", async () => {
  await using app = await testApp();
  const { owner, guest } = await evening(app);
  const { _id } = await guest.send();
  const stranger = await guestOf(app, owner.ownerId);
  const answers = [
    await stranger.takeBack(_id),
    await app.call("DELETE", `/api/requests/${_id}`),
    await app.call("DELETE", `/api/requests/${_id}`, { token: owner.token }),
    await guest.takeBack("nothing"),
  ];
  assert.deepEqual(await Promise.all(answers.map(answerOf)), Array(4).fill([404, UNKNOWN]));
  assert.equal((await guest.mine())[0]!.status, "pending");
});

const DECISIONS: Record<string, (app: TestApp, owner: TestOwner, id: string) => Promise<unknown>> =
  {
    "was approved": (app, { token }, id) => decide(app, token, id, "approved"),
    "was rejected": (app, { token }, id) => decide(app, token, id, "rejected"),
    "is on its way to the player": async (app, { ownerId, token }, id) => {
      await decide(app, token, id, "approved");
      await sendNext(app.deps, ownerId);
    },
    "was played": async (app, { ownerId, token }, id) => {
      await decide(app, token, id, "approved");
      await playNextInDatabase(app.deps, ownerId);
    },
  };

for (const [what, happens] of Object.entries(DECISIONS)) {
  Deno.test(`taking back a request that ${what} answers 409 and changes nothing`, async () => {
    await using app = await moneyApp();
    const { owner, guest } = await evening(app);
    const { _id } = await guest.send();
    await happens(app, owner, _id);
    const room = await roomOf(app, owner);
    assert.equal((await guest.mine())[0]!.canTakeBack, false);
    assert.deepEqual(await answerOf(await guest.takeBack(_id)), [409, DECIDED]);
    assert.deepEqual(await roomOf(app, owner), room);
  });
}

Deno.test("a request that another guest supports cannot be taken back, by its asker or its supporter", async () => {
  await using app = await moneyApp();
  const { owner, guest } = await evening(app);
  const friend = await guestOf(app, owner.ownerId);
  const { _id } = await guest.send({ tipAmount: 0 });
  await friend.support(_id, 5);
  assert.deepEqual(await answerOf(await guest.takeBack(_id)), [409, SUPPORTED]);
  assert.deepEqual(await answerOf(await friend.takeBack(_id)), [404, UNKNOWN]);
  const can = [...await guest.mine(), ...await friend.mine()].map((r) => r.canTakeBack);
  assert.deepEqual(can, [false, false]);
});

Deno.test("support without a cookie keeps a request from being taken back, and the asker's own does not", async () => {
  await using app = await moneyApp();
  const { guest } = await evening(app);
  const [one, other] = [await guest.send(), await guest.send()];
  await app.call("POST", `/api/requests/${one._id}/tips`, { body: { tipAmount: 5 } });
  await guest.support(other._id, 5);
  const can = (await guest.mine()).map((r) => [r._id, r.canTakeBack]);
  assert.deepEqual(can, [[other._id, true], [one._id, false]]);
  assert.equal((await guest.takeBack(one._id)).status, 409);
  assert.equal((await guest.takeBack(other._id)).status, 204);
});

Deno.test("a request that was taken back cannot be approved, rejected, undone or supported", async () => {
  await using app = await moneyApp();
  const { owner, guest } = await evening(app);
  const friend = await guestOf(app, owner.ownerId);
  const { _id } = await guest.send();
  await decide(app, owner.token, _id, "rejected");
  await undo(app, owner.token, _id);
  assert.equal((await guest.takeBack(_id)).status, 204);
  for (const status of ["approved", "rejected"]) {
    assert.equal((await decide(app, owner.token, _id, status)).status, 409);
  }
  assert.equal((await undo(app, owner.token, _id)).status, 409);
  assert.equal((await friend.give(_id, 5)).status, 409);
});

Deno.test("a request that is sent again with the key of one that was taken back answers that one, as rejected", async () => {
  await using app = await testApp();
  const { owner, guest } = await evening(app);
  const headers = { cookie: guest.cookie, "idempotency-key": "k" };
  const { songTitle, artist, albumArt, uri } = await guest.send();
  const body = { songTitle, artist, albumArt, uri, ownerId: owner.ownerId, tipAmount: 10 };
  const send = async () => await app.ok("POST", "/api/requests", { body, headers });
  const sent = await send();
  assert.equal((await guest.takeBack(sent._id)).status, 204);
  assert.deepEqual(await send(), { ...sent, status: "rejected" });
});

Deno.test(`taking back while the owner decides and a friend supports, ${RACES} times: one of them comes first and the others follow from it`, async () => {
  await using app = await moneyApp({ RATE_LIMITS: "off" });
  const { owner, guest } = await evening(app);
  const friend = await guestOf(app, owner.ownerId);
  for (let round = 0; round < RACES; round++) {
    const { _id } = await guest.send();
    const acts = [
      () => guest.takeBack(_id),
      () => decide(app, owner.token, _id, round % 2 ? "approved" : "rejected"),
      () => friend.give(_id, 5),
    ];
    const from = round % 3;
    const statuses: number[] = Array(3);
    await Promise.all(acts.map(async (_, i) => {
      const which = (from + i) % 3;
      const answer = await acts[which]!();
      await answer.body?.cancel();
      statuses[which] = answer.status;
    }));
    const [takenBack, decided, supported] = statuses;
    if (takenBack === 204) assert.deepEqual([decided, supported], [409, 409]);
    else assert.deepEqual([takenBack, decided], [409, 200]);
    const shown = (await guest.mine()).some((request) => request._id === _id);
    assert.equal(shown, takenBack === 409);
    await decide(app, owner.token, _id, "rejected");
  }
  assert.equal((await roomOf(app, owner)).pending, 0);
});

async function evening(app: TestApp) {
  const owner = await createOwner(app.deps);
  return { owner, guest: await guestOf(app, owner.ownerId) };
}
