import { strict as assert } from "node:assert";
import { findActive } from "../../db/plays/plays.ts";
import { commitInOrder } from "../support/db/commit_order.ts";
import { moneyApp } from "../support/db/ledger_invariants.ts";
import { createOwner, type TestOwner } from "../support/people/factories.ts";
import { answerOf } from "../support/people/guests.ts";
import { playNextInDatabase, sendNext } from "../support/people/plays.ts";
import {
  decide,
  draft,
  newGuest,
  openRequestsOf,
  queueOf,
  queueSong,
  roomOf,
  storedRequest,
  submit,
  undo,
} from "../support/people/requests.ts";
import { type TestApp, testApp } from "../support/start/test_app.ts";
import { rounds } from "../support/time/effort.ts";

const RACES = rounds(50, 1_000);
const MINUTES_2 = 120_000;
const TOO_LATE = { msg: "Bu işlem artık geri alınamaz.", code: "not_undoable" };
const UNDER_WAY = {
  msg: "Şu anda bir şarkı başlatılıyor. Birkaç saniye sonra tekrar deneyin.",
  code: "play_under_way",
};

for (
  const [what, decisions, before] of [
    ["a rejection", ["rejected"], "pending"],
    ["an approval", ["approved"], "pending"],
    ["a removal from the queue", ["approved", "rejected"], "approved"],
  ] as const
) {
  Deno.test(`POST /api/requests/:id/undo takes back ${what} and answers the request as it was before`, async () => {
    await using app = await moneyApp();
    const owner = await createOwner(app.deps);
    const sent = await submit(app, owner.ownerId);
    let asBefore = sent;
    for (const status of decisions) {
      asBefore = { ...sent, status: before };
      app.clock.pass(1_000);
      assert.equal((await decide(app, owner.token, sent._id, status)).status, 200);
    }
    const revision = (await roomOf(app, owner)).revision;
    assert.deepEqual(await answerOf(undo(app, owner.token, sent._id)), [200, asBefore]);
    assert.deepEqual(await listed(app, owner), [[sent._id, before]]);
    assert.deepEqual(await roomOf(app, owner), {
      ownerId: owner.ownerId,
      revision: revision + 1,
      pending: before === "pending" ? 1 : 0,
    });
    assert.equal((await queueOf(app, owner.ownerId)).length, before === "approved" ? 1 : 0);
  });
}

Deno.test("a request whose decision was taken back can be decided again, and that be taken back too", async () => {
  await using app = await testApp();
  const owner = await createOwner(app.deps);
  const { _id } = await submit(app, owner.ownerId);
  for (const status of ["rejected", "approved", "rejected"]) {
    assert.equal((await decide(app, owner.token, _id, status)).status, 200);
    assert.equal((await undo(app, owner.token, _id)).status, 200);
    assert.deepEqual(await listed(app, owner), [[_id, "pending"]]);
  }
});

Deno.test("the guest's own list follows a rejection that is taken back", async () => {
  await using app = await testApp();
  const owner = await createOwner(app.deps);
  const cookie = await newGuest(app);
  const body = draft(owner.ownerId);
  const answer = await app.call("POST", "/api/requests", { body, headers: { cookie } });
  const { _id } = await answer.json();
  const shown = async () => {
    const path = `/api/requests/mine?ownerId=${owner.ownerId}`;
    const [own] = await (await app.fetch(path, { headers: { cookie } })).json();
    return own.status;
  };
  await decide(app, owner.token, _id, "rejected");
  assert.equal(await shown(), "rejected");
  await undo(app, owner.token, _id);
  assert.equal(await shown(), "pending");
});

for (const status of ["approved", "rejected"] as const) {
  for (const [passedMs, answer] of [[MINUTES_2 - 1, 200], [MINUTES_2, 409]] as const) {
    Deno.test(`undo answers ${answer} ${passedMs} ms after a request was ${status}`, async () => {
      await using app = await testApp();
      const owner = await createOwner(app.deps);
      const { _id } = await submit(app, owner.ownerId);
      // The time of the decision counts, and not that of the request.
      app.clock.pass(MINUTES_2);
      await decide(app, owner.token, _id, status);
      app.clock.pass(passedMs);
      const before = await storedRequest(app, _id);
      const response = await undo(app, owner.token, _id);
      assert.equal(response.status, answer);
      const body = await response.json();
      if (answer === 200) return assert.equal(body.status, "pending");
      assert.deepEqual(body, TOO_LATE);
      assert.deepEqual(await storedRequest(app, _id), before);
    });
  }
}

Deno.test("the same decision again does not prolong the two minutes", async () => {
  await using app = await testApp();
  const owner = await createOwner(app.deps);
  const { _id } = await submit(app, owner.ownerId);
  await decide(app, owner.token, _id, "rejected");
  app.clock.pass(MINUTES_2 - 1);
  assert.equal((await decide(app, owner.token, _id, "rejected")).status, 200);
  app.clock.pass(1);
  assert.equal((await undo(app, owner.token, _id)).status, 409);
});

Deno.test("there is nothing to undo before a decision and after an undo", async () => {
  await using app = await testApp();
  const owner = await createOwner(app.deps);
  const { _id } = await submit(app, owner.ownerId);
  for (let i = 0; i < 2; i++) {
    assert.deepEqual(await answerOf(undo(app, owner.token, _id)), [409, TOO_LATE]);
    await decide(app, owner.token, _id, "rejected");
    assert.equal((await undo(app, owner.token, _id)).status, 200);
  }
});

Deno.test("an approval cannot be undone once its song is on its way to the player, or was played", async () => {
  await using app = await moneyApp();
  const owner = await createOwner(app.deps);
  const { _id } = await queueSong(app, owner);
  assert.ok(await sendNext(app.deps, owner.ownerId));
  assert.deepEqual(await answerOf(undo(app, owner.token, _id)), [409, UNDER_WAY]);

  const other = await queueSong(app, owner);
  app.clock.pass(20_000);
  // Rejecting an overdue song may come too late to keep the player from it.
  assert.equal((await decide(app, owner.token, _id, "rejected")).status, 200);
  assert.deepEqual(await answerOf(undo(app, owner.token, _id)), [409, TOO_LATE]);

  assert.ok(await playNextInDatabase(app.deps, owner.ownerId));
  assert.deepEqual(await answerOf(undo(app, owner.token, other._id)), [409, TOO_LATE]);
});

Deno.test(`undoing twice at once, ${RACES} times, succeeds once and counts once`, async () => {
  await using app = await testApp({ RATE_LIMITS: "off" });
  const owner = await createOwner(app.deps);
  for (let round = 1; round <= RACES; round++) {
    const { _id } = await submit(app, owner.ownerId);
    await decide(app, owner.token, _id, "rejected");
    const answers = await Promise.all([undo(app, owner.token, _id), undo(app, owner.token, _id)]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409]);
    await Promise.all(answers.map((answer) => answer.body?.cancel()));
    const { pending, revision } = await roomOf(app, owner);
    assert.deepEqual([pending, revision], [1, round * 4 - 1]);
    await decide(app, owner.token, _id, "approved");
  }
});

for (const winner of ["play", "undo"]) {
  Deno.test(`undoing an approval while its song is sent has one winner: the ${winner}, if it commits first`, async () => {
    await using app = await moneyApp();
    const owner = await createOwner(app.deps);
    const { _id } = await queueSong(app, owner);
    const acts = [
      () => playNextInDatabase(app.deps, owner.ownerId),
      async () => (await answerOf(undo(app, owner.token, _id)))[0],
    ];
    if (winner === "undo") acts.reverse();
    const ends = await commitInOrder<unknown, unknown>(app.deps.db, acts[0]!, acts[1]!);
    assert.deepEqual(ends, winner === "play" ? [true, 409] : [200, false]);
    const { status } = await storedRequest(app, _id);
    assert.equal(status, winner === "play" ? "played" : "pending");
  });
}

Deno.test(`undoing an approval beside a play that begins some turns later, ${RACES} times, has one winner`, async () => {
  await using app = await moneyApp({ RATE_LIMITS: "off" });
  const owner = await createOwner(app.deps);
  for (let round = 0; round < RACES; round++) {
    const { _id } = await queueSong(app, owner);
    const undone = undo(app, owner.token, _id);
    for (let turns = round % 12; turns > 0; turns--) await nextTurn();
    const played = await playNextInDatabase(app.deps, owner.ownerId);
    const answer = await undone;
    assert.equal(answer.status, played ? 409 : 200);
    await answer.body?.cancel();
    assert.equal((await storedRequest(app, _id)).status, played ? "played" : "pending");
    if (!played) await decide(app, owner.token, _id, "rejected");
  }
});

Deno.test("a song whose removal is undone while another is sent waits for its turn", async () => {
  await using app = await moneyApp();
  const owner = await createOwner(app.deps);
  const first = await submit(app, owner.ownerId, { tipAmount: 50 });
  const second = await submit(app, owner.ownerId, { tipAmount: 5 });
  for (const { _id } of [first, second]) await decide(app, owner.token, _id, "approved");
  await decide(app, owner.token, first._id, "rejected");
  const [sent, undone] = await Promise.all([
    sendNext(app.deps, owner.ownerId),
    undo(app, owner.token, first._id),
  ]);
  assert.equal(undone.status, 200);
  await undone.body?.cancel();
  assert.equal(sent?.requestId, second._id);
  assert.equal((await findActive(app.deps.db, owner.ownerId))?.requestId, second._id);
  assert.equal((await queueOf(app, owner.ownerId))[0]!._id, first._id);
});

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

async function listed(app: TestApp, owner: TestOwner) {
  return (await openRequestsOf(app, owner)).map(({ _id, status }) => [_id, status]);
}
