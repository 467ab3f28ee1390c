// POST /api/requests/:id/tips: guests add tips to a request.
import { strict as assert } from "node:assert";
import { eq } from "drizzle-orm";
import { endPlay, findActive, releasePlay } from "../../db/plays/plays.ts";
import { readRevision } from "../../db/people/rooms.ts";
import { ledger } from "../../db/schema/money.ts";
import { songRequests } from "../../db/schema/requests.ts";
import { moneyApp } from "../support/db/ledger_invariants.ts";
import { createOwner, type TestOwner } from "../support/people/factories.ts";
import { answerOf, guestOf } from "../support/people/guests.ts";
import { playNextInDatabase, sendNext } from "../support/people/plays.ts";
import { decide, openRequestsOf, queueOf, queueSong, submit } from "../support/people/requests.ts";
import { type TestApp, testApp } from "../support/start/test_app.ts";
import { sql } from "../support/db/sql.ts";

const HOUR_MS = 60 * 60 * 1000;
const NO_MORE = {
  msg: "Bu şarkı artık sırada beklemiyor. Başka bir şarkı isteyebilirsiniz.",
  code: "not_supportable",
};

for (const status of ["pending", "approved"] as const) {
  Deno.test(`support adds each tip to a request that is ${status}, answers the sum and the guest's part, and tells the room`, async () => {
    await using app = await moneyApp();
    const owner = await createOwner(app.deps);
    const [asker, friend, other] = await guests(app, owner, 3);
    const { _id } = await asker!.send({ tipAmount: 10 });
    if (status === "approved") await decide(app, owner.token, _id, status);
    const heard: string[] = [];
    const end = app.deps.hub.listen((ownerId) => heard.push(ownerId));
    const revision = (await readRevision(app.deps.db, owner.ownerId))!;
    assert.deepEqual(await friend!.support(_id, 5.5), { tipAmount: 15.5, ownTip: 5.5 });
    assert.deepEqual(await other!.support(_id, 0.01), { tipAmount: 15.51, ownTip: 0.01 });
    assert.deepEqual(await friend!.support(_id, 1), { tipAmount: 16.51, ownTip: 6.5 });
    assert.deepEqual(await asker!.support(_id, 2), { tipAmount: 18.51, ownTip: 12 });
    end();
    assert.deepEqual(heard, Array(4).fill(owner.ownerId));
    assert.equal(await readRevision(app.deps.db, owner.ownerId), revision + 4);
    assert.deepEqual((await openRequestsOf(app, owner)).map((r) => [r.tipAmount, r.status]), [
      [18.51, status],
    ]);
  });
}

Deno.test("support moves a song ahead of those with smaller sums, and the earlier one stays first at the same sum", async () => {
  await using app = await moneyApp();
  const owner = await createOwner(app.deps);
  const [friend] = await guests(app, owner, 1);
  const ids: string[] = [];
  for (const tipAmount of [30, 20, 10]) {
    app.clock.pass(1);
    ids.push((await submit(app, owner.ownerId, { tipAmount }))._id);
    await decide(app, owner.token, ids.at(-1)!, "approved");
  }
  const [first, second, third] = ids as [string, string, string];
  const order = async () => (await queueOf(app, owner.ownerId)).map((r) => [r._id, r.tipAmount]);
  await friend!.support(third, 10);
  assert.deepEqual(await order(), [[first, 30], [second, 20], [third, 20]]);
  await friend!.support(third, 10.01);
  assert.deepEqual(await order(), [[third, 30.01], [first, 30], [second, 20]]);
});

Deno.test("a tip is at most 10 000 TL, the sum has no limit, and the ledger has one row with it", async () => {
  await using app = await moneyApp();
  const owner = await createOwner(app.deps);
  const { _id } = await queueSong(app, owner, { tipAmount: 10_000 });
  const friends = await guests(app, owner, 3);
  for (const friend of friends) {
    assert.equal((await friend.give(_id, 10_000.01)).status, 400);
    await friend.support(_id, 10_000);
  }
  assert.ok(await playNextInDatabase(app.deps, owner.ownerId));
  const rows = await app.deps.db.read.select().from(ledger).where(eq(ledger.requestId, _id));
  assert.deepEqual(rows.map((row) => row.amountKurus), [4_000_000]);
});

Deno.test("support without a tip answers 400 and says that a tip is needed", async () => {
  await using app = await testApp();
  const owner = await createOwner(app.deps);
  const { _id } = await submit(app, owner.ownerId);
  const [friend] = await guests(app, owner, 1);
  assert.deepEqual(await answerOf(await friend!.give(_id, 0)), [400, {
    msg: "Destek vermek için 0 TL'den büyük bir bahşiş girin.",
    code: "support_without_tip",
    field: "tipAmount",
  }]);
});

const TOO_LATE: Record<string, (app: TestApp, owner: TestOwner, id: string) => Promise<unknown>> = {
  "is on its way to the player": (app, { ownerId }) => sendNext(app.deps, ownerId),
  "plays": (app, { ownerId }) => playNextInDatabase(app.deps, ownerId),
  "was played": async (app, { ownerId }) => {
    await playNextInDatabase(app.deps, ownerId);
    const play = (await findActive(app.deps.db, ownerId))!;
    await endPlay(app.deps.db, play, { at: app.clock.now(), why: "finished" });
  },
  "was rejected": (app, { token }, id) => decide(app, token, id, "rejected"),
  "cannot be played here": (app, _, id) =>
    app.deps.db.write((d) => [
      d.update(songRequests).set({ unplayableAt: 1 }).where(eq(songRequests.id, id)),
    ]),
};

for (const [what, happens] of Object.entries(TOO_LATE)) {
  Deno.test(`support of a song that ${what} answers 409 and changes nothing`, async () => {
    await using app = await moneyApp();
    const owner = await createOwner(app.deps);
    const { _id } = await queueSong(app, owner);
    await happens(app, owner, _id);
    const revision = await readRevision(app.deps.db, owner.ownerId);
    const [friend] = await guests(app, owner, 1);
    assert.deepEqual(await answerOf(await friend!.give(_id, 5)), [409, NO_MORE]);
    assert.equal(await readRevision(app.deps.db, owner.ownerId), revision);
    assert.deepEqual(await friend!.mine(), []);
  });
}

Deno.test("a song that the player refused can be supported again", async () => {
  await using app = await moneyApp();
  const owner = await createOwner(app.deps);
  const { _id } = await queueSong(app, owner, { tipAmount: 10 });
  const sent = (await sendNext(app.deps, owner.ownerId))!;
  await releasePlay(app.deps.db, sent, { at: app.clock.now(), why: "refused" });
  const [friend] = await guests(app, owner, 1);
  assert.deepEqual(await friend!.support(_id, 5), { tipAmount: 15, ownTip: 5 });
});

Deno.test("support of an unknown request, and of a deleted cafe's, answers the same 404", async () => {
  await using app = await testApp();
  const owner = await createOwner(app.deps);
  const { _id } = await submit(app, owner.ownerId);
  const [friend] = await guests(app, owner, 1);
  const unknown = await answerOf(await friend!.give("nothing", 5));
  await app.deps.db.all(sql`update accounts set erased_at = 1 where id = ${owner.ownerId}`);
  assert.deepEqual(await answerOf(await friend!.give(_id, 5)), unknown);
  assert.deepEqual(unknown, [404, { msg: "İstek bulunamadı.", code: "request_not_found" }]);
});

Deno.test("support without a guest cookie adds the tip, and its part is that tip", async () => {
  await using app = await moneyApp();
  const owner = await createOwner(app.deps);
  const { _id } = await submit(app, owner.ownerId, { tipAmount: 10 });
  const give = () => app.call("POST", `/api/requests/${_id}/tips`, { body: { tipAmount: 5 } });
  assert.deepEqual(await answerOf(await give()), [201, { tipAmount: 15, ownTip: 5 }]);
  assert.deepEqual(await answerOf(await give()), [201, { tipAmount: 20, ownTip: 5 }]);
});

Deno.test("GET /api/requests/mine shows each guest the sum, the own part and who asked", async () => {
  await using app = await moneyApp();
  const owner = await createOwner(app.deps);
  const [asker, friend, stranger] = await guests(app, owner, 3);
  const { _id } = await asker!.send({ tipAmount: 10 });
  await friend!.support(_id, 5);
  const shown = async (guest: typeof asker) =>
    (await guest!.mine()).map((r) => [r._id, r.tipAmount, r.ownTip, r.asked]);
  assert.deepEqual(await shown(asker), [[_id, 15, 10, true]]);
  assert.deepEqual(await shown(friend), [[_id, 15, 5, false]]);
  assert.deepEqual(await shown(stranger), []);
  await asker!.support(_id, 1);
  assert.deepEqual(
    await shown(asker),
    [[_id, 16, 11, true]],
    "once, although it was supported too",
  );
});

Deno.test("a supporter sees the song's place, that it plays, and that its tip was reversed", async () => {
  await using app = await moneyApp();
  const owner = await createOwner(app.deps);
  const [friend] = await guests(app, owner, 1);
  const { _id } = await submit(app, owner.ownerId);
  await friend!.support(_id, 5);
  const shown = async () =>
    (await friend!.mine()).map((r) => [r.status, r.place, r.playing, r.reversed]);
  assert.deepEqual(await shown(), [["pending", null, false, false]]);
  await decide(app, owner.token, _id, "approved");
  assert.deepEqual(await shown(), [["approved", 1, false, false]]);
  await playNextInDatabase(app.deps, owner.ownerId);
  assert.deepEqual(await shown(), [["approved", null, true, false]]);
  const play = (await findActive(app.deps.db, owner.ownerId))!;
  await endPlay(app.deps.db, play, { at: app.clock.now() + 10_000, why: "skipped" });
  assert.deepEqual(await shown(), [["approved", null, false, true]]);
});

Deno.test("GET /api/requests/mine shows a supported song for 12 hours after the support, and only at its cafe", async () => {
  await using app = await testApp();
  const owner = await createOwner(app.deps);
  const other = await createOwner(app.deps);
  const [friend] = await guests(app, owner, 1);
  const { _id } = await submit(app, owner.ownerId);
  app.clock.pass(HOUR_MS);
  await friend!.support(_id, 5);
  const elsewhere = await submit(app, other.ownerId);
  await friend!.support(elsewhere._id, 5);
  const shown = async () => (await friend!.mine()).map((request) => request._id);
  app.clock.pass(12 * HOUR_MS - 1);
  assert.deepEqual(await shown(), [_id]);
  app.clock.pass(1);
  assert.deepEqual(await shown(), []);
});

async function guests(app: TestApp, { ownerId }: TestOwner, count: number) {
  return await Promise.all(Array.from({ length: count }, () => guestOf(app, ownerId)));
}
