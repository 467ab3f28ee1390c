import { strict as assert } from "node:assert";
import { updateCafe } from "../../db/people/cafes.ts";
import { listPayouts } from "../../db/money/payouts.ts";
import { closePeriod } from "../../server/payouts/closing.ts";
import { createAdmin } from "../support/people/factories.ts";
import { moneyApp } from "../support/db/ledger_invariants.ts";
import { answerOf } from "../support/people/guests.ts";
import { createPayee, HOLDER, IBAN } from "../support/people/payees.ts";
import { playedSong } from "../support/people/plays.ts";
import type { TestApp } from "../support/start/test_app.ts";

const MINUTE_MS = 60 * 1000;
const WEEK_MS = 7 * 24 * 60 * MINUTE_MS;

async function pendingPayout(app: TestApp, name = "Kahve Durağı", kurus = 1050) {
  const owner = await createPayee(app.deps, name);
  await playedSong(app.deps, owner.ownerId, kurus, app.clock.now());
  app.clock.pass(MINUTE_MS);
  const [payout] = await closePeriod(app.deps, app.clock.now());
  return { ...owner, payoutId: payout!.id };
}

Deno.test("GET /api/admin/payouts lists pending payouts with their bank details, oldest first", async () => {
  await using app = await moneyApp();
  const admin = await createAdmin(app.deps);
  const first = await pendingPayout(app, "Kahve Durağı", 1050);
  const second = await pendingPayout(app, "Çay Bahçesi", 123_450);
  const response = await app.call("GET", "/api/admin/payouts", { token: admin.token });
  assert.equal(response.status, 200);
  assert.equal(response.headers.get("cache-control"), "no-store");
  const person = { accountHolderName: HOLDER, iban: IBAN, phoneNumber: "+90 555 000 00 00" };
  assert.deepEqual(await response.json(), [
    {
      ...person,
      payoutId: first.payoutId,
      cafeName: "Kahve Durağı",
      email: first.email,
      period: "2 Kasım 2026",
      amount: 10.5,
    },
    {
      ...person,
      payoutId: second.payoutId,
      cafeName: "Çay Bahçesi",
      email: second.email,
      period: "2 Kasım 2026",
      amount: 1234.5,
    },
  ]);
});

Deno.test("GET /api/admin/payouts closes a week that has ended, without the timer", async () => {
  await using app = await moneyApp();
  const { ownerId } = await createPayee(app.deps);
  app.clock.set(Date.parse("2026-11-09T00:00+03:00"));
  await playedSong(app.deps, ownerId, 1050, app.clock.now());
  app.clock.pass(WEEK_MS);
  const { token } = await createAdmin(app.deps);
  const [pending] = await app.ok("GET", "/api/admin/payouts", { token });
  assert.equal(pending.period, "9–15 Kasım 2026");
  assert.equal(pending.amount, 10.5);
});

Deno.test("PUT /api/admin/payouts/:payoutId/paid records the admin and the time once", async () => {
  await using app = await moneyApp();
  const { ownerId, payoutId } = await pendingPayout(app);
  const [one, other] = [await createAdmin(app.deps), await createAdmin(app.deps)];
  const path = `/api/admin/payouts/${payoutId}/paid`;
  app.clock.pass(MINUTE_MS);
  const paidAt = app.clock.now();
  await app.ok("PUT", path, { token: one.token });
  app.clock.pass(MINUTE_MS);
  await app.ok("PUT", path, { token: other.token, body: {} });
  const [payout] = await listPayouts(app.deps.db, ownerId);
  assert.deepEqual(
    [payout?.status, payout?.paidAt, payout?.paidBy],
    ["paid", paidAt, one.accountId],
  );
  assert.deepEqual(await app.ok("GET", "/api/admin/payouts", { token: one.token }), []);
});

Deno.test("PUT /api/admin/payouts/:payoutId/paid 50 times at once by two admins pays once", async () => {
  await using app = await moneyApp();
  const { ownerId, payoutId, token } = await pendingPayout(app);
  const admins = [await createAdmin(app.deps), await createAdmin(app.deps)];
  const answers = await Promise.all(Array.from({ length: 50 }, (_, i) => {
    app.clock.pass(1);
    return app.call("PUT", `/api/admin/payouts/${payoutId}/paid`, { token: admins[i % 2]!.token });
  }));
  assert.deepEqual(new Set(answers.map((answer) => answer.status)), new Set([200]));
  const [payout, ...more] = await listPayouts(app.deps.db, ownerId);
  assert.deepEqual(more, []);
  assert.equal(payout?.status, "paid");
  assert(admins.some((admin) => admin.accountId === payout?.paidBy));
  const summary = await app.ok("GET", "/api/payouts/summary", { token });
  assert.deepEqual([summary.currentBalance, summary.lastPayoutAmount], [0, 10.5]);
});

for (const method of ["PUT", "DELETE"]) {
  Deno.test(`${method} /api/admin/payouts/:payoutId/paid answers 404 to an unknown payout`, async () => {
    await using app = await moneyApp();
    const { token } = await createAdmin(app.deps);
    const answer = await app.call(method, "/api/admin/payouts/nothing/paid", { token });
    const msg = "Ödeme kaydı bulunamadı.";
    assert.deepEqual(await answerOf(answer), [404, { msg, code: "payout_not_found" }]);
  });
}

// The newer period is paid first. The time of payment counts, and of one moment the period.
for (const [betweenMs, lastPayoutAmount] of [[MINUTE_MS, 10.5], [0, 2]] as const) {
  Deno.test(`of two payouts that were marked as paid ${betweenMs} ms apart the owner's last payment is ${lastPayoutAmount} TL`, async () => {
    await using app = await moneyApp();
    const admin = await createAdmin(app.deps);
    const { ownerId, payoutId, token } = await pendingPayout(app);
    await playedSong(app.deps, ownerId, 200, app.clock.now());
    app.clock.pass(MINUTE_MS);
    const [later] = await closePeriod(app.deps, app.clock.now());
    for (const id of [later!.id, payoutId]) {
      app.clock.pass(betweenMs);
      await app.call("PUT", `/api/admin/payouts/${id}/paid`, { token: admin.token });
    }
    const summary = await app.ok("GET", "/api/payouts/summary", { token });
    assert.deepEqual(summary, {
      currentBalance: 0,
      lastPayoutAmount,
      lastPayoutDate: new Date(app.clock.now()).toISOString(),
    });
  });
}

Deno.test("GET /api/admin/payouts/pending.csv escapes cells that a spreadsheet would execute", async () => {
  await using app = await moneyApp();
  const { token } = await createAdmin(app.deps);
  const { ownerId, email } = await pendingPayout(app);
  await updateCafe(app.deps.db, ownerId, {
    name: '=HYPERLINK("https://kotu.test";"Tıkla")',
    iban: IBAN,
    accountHolderName: HOLDER,
  });
  const response = await app.call("GET", "/api/admin/payouts/pending.csv", { token });
  assert.equal(response.status, 200);
  assert.equal(response.headers.get("content-type"), "text/csv; charset=utf-8");
  assert.match(
    response.headers.get("content-disposition")!,
    /^attachment; filename="[\w.-]+\.csv"$/,
  );
  const bytes = new Uint8Array(await response.arrayBuffer());
  assert.equal(
    new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes),
    "\uFEFFKafe;Hesap sahibi;IBAN;E-posta;Telefon;Dönem;Tutar (TL)\r\n" +
      `"'=HYPERLINK(""https://kotu.test"";""Tıkla"")";${HOLDER};${IBAN};${email};` +
      "'+90 555 000 00 00;2 Kasım 2026;10,50\r\n",
  );
});
