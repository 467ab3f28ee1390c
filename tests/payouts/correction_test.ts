// The admin sees what was paid, and corrects a marking as paid that was a mistake.
import { strict as assert } from "node:assert";
import { listPayouts } from "../../db/payouts.ts";
import { readRevision } from "../../db/rooms.ts";
import { payoutCorrections } from "../../db/schema/money.ts";
import { closePeriod } from "../../server/payouts/closing.ts";
import { moneyApp } from "../support/db/ledger_invariants.ts";
import { createOwnerWithPassword, PASSWORD } from "../support/people/accounts.ts";
import { createAdmin } from "../support/people/factories.ts";
import { HOLDER, IBAN } from "../support/people/payees.ts";
import { playedSong } from "../support/people/plays.ts";
import type { TestApp } from "../support/start/test_app.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** A cafe with a pending payout of 10,50 TL, and an admin. */
async function owedCafe(app: TestApp) {
  const owner = await createOwnerWithPassword(app);
  const profile = { name: "Kahve Durağı", iban: IBAN, accountHolderName: HOLDER };
  await app.call("POST", "/api/cafes", { token: owner.token, body: profile });
  await playedSong(app.deps, owner.ownerId, 1050, app.clock.now());
  app.clock.pass(1000);
  const [payout] = await closePeriod(app.deps, app.clock.now());
  const admin = await createAdmin(app.deps);
  const path = `/api/admin/payouts/${payout!.id}/paid`;
  const read = async (path: string, token = admin.token) =>
    await (await app.call("GET", path, { token })).json();
  return {
    ...owner,
    adminId: admin.accountId,
    payoutId: payout!.id,
    mark: () => app.call("PUT", path, { token: admin.token }),
    correct: () => app.call("DELETE", path, { token: admin.token }),
    pending: () => read("/api/admin/payouts"),
    paid: () => read("/api/admin/payouts/paid"),
    own: (path: string) => read(path, owner.token),
    row: async () => (await listPayouts(app.deps.db, owner.ownerId))[0]!,
    corrections: () => app.deps.db.read.select().from(payoutCorrections),
    revision: async () => (await readRevision(app.deps.db, owner.ownerId))!,
  };
}

Deno.test("GET /api/admin/payouts/paid lists what was paid, to which details and when, newest first", async () => {
  await using app = await moneyApp();
  const one = await owedCafe(app);
  const other = await owedCafe(app);
  assert.deepEqual(await one.paid(), []);
  await other.mark();
  app.clock.pass(1000);
  await one.mark();
  const list = await one.paid();
  assert.deepEqual(list[0], {
    payoutId: one.payoutId,
    cafeName: "Kahve Durağı",
    accountHolderName: HOLDER,
    iban: IBAN,
    email: one.email,
    phoneNumber: "+90 555 000 00 00",
    period: "2 Kasım 2026",
    amount: 10.5,
    paidAt: new Date(app.clock.now()).toISOString(),
    canCorrect: true,
  });
  assert.deepEqual(list.map((p: { payoutId: string }) => p.payoutId), [
    one.payoutId,
    other.payoutId,
  ]);
});

Deno.test("a marking that is corrected is pending again, by a row of its own, and can be marked again", async () => {
  await using app = await moneyApp();
  const cafe = await owedCafe(app);
  const paidAt = app.clock.now();
  await cafe.mark();
  assert.equal((await cafe.own("/api/payouts/summary")).lastPayoutAmount, 10.5);
  app.clock.pass(DAY_MS);
  const answer = await cafe.correct();
  assert.equal(answer.status, 200);
  assert.deepEqual(await answer.json(), { msg: "Ödeme yeniden bekleyenler arasında." });
  const { status, paidBy, iban, accountHolderName } = await cafe.row();
  assert.deepEqual([status, paidBy, iban, accountHolderName], ["pending", null, "", ""]);
  assert.deepEqual((await cafe.pending()).map((p: { amount: number }) => p.amount), [10.5]);
  assert.deepEqual(await cafe.paid(), []);
  assert.equal((await cafe.own("/api/payouts"))[0].status, "pending");
  assert.equal((await cafe.own("/api/payouts/summary")).lastPayoutAmount, null);
  const correctedAt = app.clock.now();
  const rows = await cafe.corrections();
  assert.deepEqual(rows.map(({ id: _, ...row }) => row), [{
    payoutId: cafe.payoutId,
    paidAt,
    paidBy: cafe.adminId,
    correctedAt,
    correctedBy: cafe.adminId,
  }]);
  assert.deepEqual((await cafe.own("/api/account/export")).payoutCorrections, [{
    payoutId: cafe.payoutId,
    paidAt: new Date(paidAt).toISOString(),
    correctedAt: new Date(correctedAt).toISOString(),
  }]);
  assert.equal((await cafe.mark()).status, 200);
  assert.deepEqual([(await cafe.row()).status, (await cafe.row()).iban], ["paid", IBAN]);
});

Deno.test("a marking is corrected for a day, and later answers 409", async () => {
  await using app = await moneyApp();
  const cafe = await owedCafe(app);
  await cafe.mark();
  app.clock.pass(DAY_MS + 1);
  assert.equal((await cafe.paid())[0].canCorrect, false);
  const late = await cafe.correct();
  assert.equal(late.status, 409);
  assert.match((await late.json()).msg, /yalnızca bir gün içinde düzeltilebilir/);
  assert.equal((await cafe.row()).status, "paid");
  assert.deepEqual(await cafe.corrections(), []);
});

Deno.test("a correction twice at once answers 200 and is one row; of a pending payout it changes nothing", async () => {
  await using app = await moneyApp();
  const cafe = await owedCafe(app);
  assert.equal((await cafe.correct()).status, 200);
  assert.deepEqual(await cafe.corrections(), []);
  await cafe.mark();
  const answers = await Promise.all([cafe.correct(), cafe.correct(), cafe.correct()]);
  assert.deepEqual(answers.map(({ status }) => status), [200, 200, 200]);
  assert.equal((await cafe.corrections()).length, 1);
});

Deno.test("a payment to an account that was deleted since cannot be corrected", async () => {
  await using app = await moneyApp();
  const cafe = await owedCafe(app);
  await cafe.mark();
  const body = { password: PASSWORD };
  const erased = await app.call("POST", "/api/account/delete", { token: cafe.token, body });
  assert.equal(erased.status, 204);
  const [{ iban, canCorrect }] = await cafe.paid();
  assert.deepEqual([iban, canCorrect], ["", false]);
  const refused = await cafe.correct();
  assert.equal(refused.status, 409);
  assert.match((await refused.json()).msg, /hesabını sildi/);
  assert.equal((await cafe.row()).status, "paid");
});

Deno.test("DELETE /api/admin/payouts/:payoutId/paid answers 404 to an unknown payout", async () => {
  await using app = await moneyApp();
  const { token } = await createAdmin(app.deps);
  assert.equal((await app.call("DELETE", "/api/admin/payouts/yok/paid", { token })).status, 404);
});

Deno.test("the owner's room hears of a marking and of its correction, once each", async () => {
  await using app = await moneyApp();
  const cafe = await owedCafe(app);
  const heard: [string, number][] = [];
  const { hub } = app.deps;
  app.deps.hub = { ...hub, announce: (...what) => void heard.push(what) };
  const before = await cafe.revision();
  for (const act of [cafe.mark, cafe.mark, cafe.correct, cafe.correct]) await act();
  assert.equal(await cafe.revision(), before + 2);
  assert.deepEqual(heard, [[cafe.ownerId, before + 1], [cafe.ownerId, before + 2]]);
});
