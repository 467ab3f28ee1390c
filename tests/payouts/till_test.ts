// Tips that guests pay at the till: the owner's tick, and what the platform does not owe (docs/money.md#till).
import { strict as assert } from "node:assert";
import { eq } from "drizzle-orm";
import { readBalance } from "../../db/money/ledger.ts";
import { readRevision } from "../../db/people/rooms.ts";
import { ledger, tillReceipts } from "../../db/schema/money.ts";
import { songRequests } from "../../db/schema/requests.ts";
import { closePeriod } from "../../server/payouts/closing.ts";
import { assertLedgerAgrees, moneyApp } from "../support/db/ledger_invariants.ts";
import { createOwner } from "../support/people/factories.ts";
import { answerOf, guestOf } from "../support/people/guests.ts";
import { houseWith, setRules } from "../support/people/house.ts";
import { createPayee } from "../support/people/payees.ts";
import { playNextInDatabase } from "../support/people/plays.ts";
import { decide, queueSong, submit } from "../support/people/requests.ts";
import { openTips, tick, ticked, tillDays, tillSongs } from "../support/people/till.ts";

const MINUTE_MS = 60_000;
const RECEIVED = { received: true, receivedAmount: 10 };
const NOTHING = { received: false, receivedAmount: 0 };

Deno.test("PUT received ticks a waiting request, the list and the till show it, and the room hears it", async () => {
  await using app = await moneyApp();
  const owner = await houseWith(app, { tips: "till" });
  const { _id } = await submit(app, owner.ownerId);
  assert.deepEqual(await openTips(app, owner), [{ atTill: true, ...NOTHING }]);
  const heard: string[] = [];
  const end = app.deps.hub.listen((ownerId) => heard.push(ownerId));
  const revision = (await readRevision(app.deps.db, owner.ownerId))!;
  assert.deepEqual(await ticked(app, owner, _id), RECEIVED);
  assert.deepEqual(await openTips(app, owner), [{ atTill: true, ...RECEIVED }]);
  assert.deepEqual(await tillDays(app, owner), [[0, 10]], "expected counts played songs");
  assert.deepEqual(await ticked(app, owner, _id, { received: false }), NOTHING);
  end();
  assert.deepEqual(heard, [owner.ownerId, owner.ownerId]);
  assert.equal(await readRevision(app.deps.db, owner.ownerId), revision + 2);
  assert.deepEqual(await tillDays(app, owner), [[0, 0]]);
});

Deno.test("PUT received ticks a song after it was played, and nothing of it is owed or paid out", async () => {
  await using app = await moneyApp();
  const owner = await createPayee(app.deps);
  await setRules(app, owner, { tips: "till" });
  const { _id } = await queueSong(app, owner);
  assert.ok(await playNextInDatabase(app.deps, owner.ownerId));
  assert.deepEqual(await tillDays(app, owner), [[10, 0]]);
  assert.deepEqual(await tillSongs(app, owner), [[_id, 10, 0]]);
  assert.deepEqual(await ticked(app, owner, _id), RECEIVED);
  assert.deepEqual(await tillDays(app, owner), [[10, 10]]);
  assert.deepEqual(await tillSongs(app, owner), [[_id, 10, 10]]);
  assert.equal(await app.deps.db.read.$count(ledger), 0);
  assert.equal(await readBalance(app.deps.db, owner.ownerId), 0);
  app.clock.pass(MINUTE_MS);
  assert.deepEqual(await closePeriod(app.deps, app.clock.now()), []);
  const earned = await app.ok("GET", "/api/payouts/earnings?days=1", owner);
  assert.deepEqual([earned.days[0].amount, earned.songs], [0, []]);
});

Deno.test("PUT received twice changes nothing the second time", async () => {
  await using app = await moneyApp();
  const owner = await houseWith(app, { tips: "till" });
  const { _id } = await submit(app, owner.ownerId);
  for (const received of [true, false]) {
    await ticked(app, owner, _id, { received });
    const revision = await readRevision(app.deps.db, owner.ownerId);
    assert.equal((await ticked(app, owner, _id, { received })).received, received);
    assert.equal(await readRevision(app.deps.db, owner.ownerId), revision);
  }
  assert.equal(await app.deps.db.read.$count(tillReceipts), 2);
});

Deno.test("PUT received by five devices at once enters one receipt", async () => {
  await using app = await moneyApp();
  const owner = await houseWith(app, { tips: "till" });
  const { _id } = await submit(app, owner.ownerId);
  const answers = await Promise.all(Array.from({ length: 5 }, () => ticked(app, owner, _id)));
  assert.deepEqual(answers, Array(5).fill(RECEIVED));
  const receipts = await app.deps.db.read.select().from(tillReceipts);
  assert.deepEqual(receipts.map(({ kurus }) => kurus), [1000]);
});

Deno.test("other owners do not see the till", async () => {
  await using app = await moneyApp();
  const owner = await houseWith(app, { tips: "till" });
  const other = await houseWith(app, { tips: "till" });
  const { _id } = await submit(app, owner.ownerId);
  await ticked(app, owner, _id);
  assert.deepEqual(await tillDays(app, other), [[0, 0]]);
  assert.deepEqual(await tillSongs(app, other), []);
});

Deno.test("PUT received answers 409 where guests do not pay at the till", async () => {
  await using app = await moneyApp();
  const owner = await createOwner(app.deps);
  const { _id } = await submit(app, owner.ownerId);
  for (const received of [true, false]) {
    assert.deepEqual(await answerOf(await tick(app, owner, _id, { received })), [409, {
      msg: "Bu isteğin bahşişi kasada ödenmiyor.",
      code: "not_at_till",
    }]);
  }
});

Deno.test("PUT received answers 409 for a request without a tip", async () => {
  await using app = await moneyApp();
  const owner = await houseWith(app, { tips: "till" });
  const { _id } = await submit(app, owner.ownerId, { tipAmount: 0 });
  const none = [409, { msg: "Bu istek için kasada alınacak bahşiş yok.", code: "no_tip_due" }];
  assert.deepEqual(await answerOf(await tick(app, owner, _id)), none);
  assert.deepEqual(await ticked(app, owner, _id, { received: false }), NOTHING);
  assert.deepEqual(await openTips(app, owner), [{ atTill: true, ...NOTHING }]);
});

Deno.test("support after the tick leaves the rest to receive, and the amount that the owner saw is what is entered", async () => {
  await using app = await moneyApp();
  const owner = await houseWith(app, { tips: "till" });
  const guest = await guestOf(app, owner.ownerId);
  const { _id } = await guest.send({ tipAmount: 10 });
  await ticked(app, owner, _id);
  await guest.support(_id, 5.5);
  const part = { received: false, receivedAmount: 10 };
  assert.deepEqual(await openTips(app, owner), [{ atTill: true, ...part }]);
  assert.deepEqual(await ticked(app, owner, _id, { received: true, amount: 10 }), part);
  // A tip arrives while the owner, who was shown 15,50 TL, presses.
  await guest.support(_id, 1);
  const seen = await ticked(app, owner, _id, { received: true, amount: 15.5 });
  assert.deepEqual(seen, { received: false, receivedAmount: 15.5 });
  const whole = await ticked(app, owner, _id, { received: true, amount: 99 });
  assert.deepEqual(whole, { received: true, receivedAmount: 16.5 });
  assert.deepEqual(await tillDays(app, owner), [[0, 16.5]]);
});

Deno.test("where a tip is paid stays as it was when the song was asked for, if the rule changes in the evening", async () => {
  await using app = await moneyApp();
  const owner = await createPayee(app.deps);
  const guest = await guestOf(app, owner.ownerId);
  const before = await guest.send({ tipAmount: 30 });
  await setRules(app, owner, { tips: "till" });
  const during = await guest.send({ tipAmount: 20 });
  await setRules(app, owner, { tips: "platform" });
  const after = await guest.send({ tipAmount: 7 });
  await guest.support(during._id, 5);
  for (const { _id } of [before, during, after]) {
    await decide(app, owner.token, _id, "approved");
    assert.ok(await playNextInDatabase(app.deps, owner.ownerId));
  }
  assert.equal(await readBalance(app.deps.db, owner.ownerId), 3700);
  assert.deepEqual(await tillDays(app, owner), [[25, 0]]);
  assert.equal((await tick(app, owner, before._id)).status, 409);
  assert.equal((await ticked(app, owner, during._id)).received, true);
  const { hasTill } = await app.ok("GET", "/api/cafes/me", owner);
  assert.equal(hasTill, true);
});

Deno.test("the database refuses to change where a tip is paid, and receipts beyond the tip", async () => {
  await using app = await moneyApp();
  const owner = await houseWith(app, { tips: "till" });
  const { ownerId } = owner;
  const { _id } = await submit(app, ownerId);
  const { db } = app.deps;
  const request = eq(songRequests.id, _id);
  const receipt = (kurus: number) => ({ id: "x", ownerId, requestId: _id, kurus, createdAt: 1 });
  for (
    const change of [
      () => db.write((d) => [d.update(songRequests).set({ atTill: false }).where(request)]),
      () => db.write((d) => [d.update(songRequests).set({ receivedKurus: 1 }).where(request)]),
      () => db.write((d) => [d.insert(tillReceipts).values(receipt(1001))]),
      () => db.write((d) => [d.insert(tillReceipts).values(receipt(-1))]),
      () => db.write((d) => [d.insert(tillReceipts).values(receipt(0.5))]),
    ]
  ) await assert.rejects(change());
  await ticked(app, owner, _id);
  await assert.rejects(db.write((d) => [d.update(tillReceipts).set({ kurus: 1 })]));
  await assert.rejects(db.write((d) => [d.delete(tillReceipts)]));
  await assertLedgerAgrees(app.deps);
});
