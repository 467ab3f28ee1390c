import { strict as assert } from "node:assert";
import { eq } from "drizzle-orm";
import { updateCafe } from "../../db/people/cafes.ts";
import { readBalance } from "../../db/money/ledger.ts";
import { listPayouts } from "../../db/money/payouts.ts";
import { ledger } from "../../db/schema/money.ts";
import { closePeriod } from "../../server/payouts/closing.ts";
import { createOwner } from "../support/people/factories.ts";
import { moneyApp } from "../support/db/ledger_invariants.ts";
import { createPayee, HOLDER, IBAN } from "../support/people/payees.ts";
import { playedSong } from "../support/people/plays.ts";

const HOUR_MS = 60 * 60 * 1000;

Deno.test("closePeriod turns the whole balance of each cafe into a pending payout", async () => {
  await using app = await moneyApp();
  const one = await createPayee(app.deps);
  const other = await createPayee(app.deps);
  const start = app.clock.now();
  await playedSong(app.deps, one.ownerId, 1050, start);
  await playedSong(app.deps, one.ownerId, 7, start + 1);
  await playedSong(app.deps, other.ownerId, 99, start + 2);
  app.clock.pass(HOUR_MS);
  const made = await closePeriod(app.deps, app.clock.now());
  assert.equal(made.length, 2);
  const [payout] = await listPayouts(app.deps.db, one.ownerId);
  assert.deepEqual({ ...payout, id: "" }, {
    id: "",
    ownerId: one.ownerId,
    startAt: start,
    endAt: app.clock.now(),
    totalKurus: 1057,
    feeKurus: 0,
    iban: "",
    accountHolderName: "",
    status: "pending",
    createdAt: app.clock.now(),
    paidAt: null,
    paidBy: null,
  });
  assert.equal(await readBalance(app.deps.db, one.ownerId), 0);
  assert.equal(await readBalance(app.deps.db, other.ownerId), 0);
});

Deno.test("closePeriod leaves a tip that was earned at the period's end to the next period", async () => {
  await using app = await moneyApp();
  const { ownerId } = await createPayee(app.deps);
  const end = app.clock.now() + HOUR_MS;
  await playedSong(app.deps, ownerId, 100, end - 1);
  await playedSong(app.deps, ownerId, 20, end);
  await playedSong(app.deps, ownerId, 3, end + 1);
  const first = await closePeriod(app.deps, end);
  assert.deepEqual(first.map((p) => [p.startAt, p.endAt, p.totalKurus]), [[end - 1, end, 100]]);
  assert.equal(await readBalance(app.deps.db, ownerId), 23);
  const second = await closePeriod(app.deps, end + HOUR_MS);
  assert.deepEqual(second.map((p) => [p.startAt, p.totalKurus]), [[end, 23]]);
});

Deno.test("closePeriod pays a tip that was committed after its period closed with the next period", async () => {
  await using app = await moneyApp();
  const { ownerId } = await createPayee(app.deps);
  const end = app.clock.now() + HOUR_MS;
  await playedSong(app.deps, ownerId, 100, end - 10);
  await closePeriod(app.deps, end);
  await playedSong(app.deps, ownerId, 20, end - 5);
  assert.deepEqual(await closePeriod(app.deps, end), []);
  const next = await closePeriod(app.deps, end + HOUR_MS);
  assert.deepEqual(next.map((p) => p.totalKurus), [20]);
});

Deno.test("closePeriod called twice, or 10 times at once, closes once", async () => {
  await using app = await moneyApp();
  const { ownerId } = await createPayee(app.deps);
  await playedSong(app.deps, ownerId, 1050, app.clock.now());
  app.clock.pass(HOUR_MS);
  const end = app.clock.now();
  const made = await Promise.all(Array.from({ length: 10 }, () => closePeriod(app.deps, end)));
  assert.equal(made.flat().length, 1);
  assert.deepEqual(await closePeriod(app.deps, end), []);
  assert.equal((await listPayouts(app.deps.db, ownerId)).length, 1);
});

Deno.test("closePeriod never closes a time before an earlier closing", async () => {
  await using app = await moneyApp();
  const { ownerId } = await createPayee(app.deps);
  const end = app.clock.now() + HOUR_MS;
  await playedSong(app.deps, ownerId, 100, end - HOUR_MS);
  await closePeriod(app.deps, end);
  await playedSong(app.deps, ownerId, 20, end - HOUR_MS);
  assert.deepEqual(await closePeriod(app.deps, end - 1), []);
  assert.equal(await readBalance(app.deps.db, ownerId), 20);
});

Deno.test("closePeriod creates no payout without songs, for tips of 0 TL, or without new tips", async () => {
  await using app = await moneyApp();
  const { ownerId } = await createPayee(app.deps);
  const next = () => {
    app.clock.pass(HOUR_MS);
    return closePeriod(app.deps, app.clock.now());
  };
  assert.deepEqual(await next(), []);
  await playedSong(app.deps, ownerId, 0, app.clock.now());
  assert.deepEqual(await next(), []);
  await playedSong(app.deps, ownerId, 1, app.clock.now());
  assert.deepEqual((await next()).map((p) => p.totalKurus), [1]);
  assert.deepEqual(await next(), []);
});

for (
  const [what, profile] of Object.entries({
    "an IBAN": { iban: "", accountHolderName: HOLDER },
    "an account holder": { iban: IBAN, accountHolderName: "" },
  })
) {
  Deno.test(`closePeriod leaves a cafe without ${what} its balance until it has one`, async () => {
    await using app = await moneyApp();
    const { ownerId } = await createOwner(app.deps);
    await updateCafe(app.deps.db, ownerId, { name: "Kafe", ...profile });
    const start = app.clock.now();
    await playedSong(app.deps, ownerId, 1000, start);
    app.clock.pass(HOUR_MS);
    assert.deepEqual(await closePeriod(app.deps, app.clock.now()), []);
    assert.equal(await readBalance(app.deps.db, ownerId), 1000);
    await updateCafe(app.deps.db, ownerId, { name: "Kafe", iban: IBAN, accountHolderName: HOLDER });
    app.clock.pass(HOUR_MS);
    const made = await closePeriod(app.deps, app.clock.now());
    assert.deepEqual(made.map((p) => [p.startAt, p.totalKurus]), [[start, 1000]]);
  });
}

Deno.test("closePeriod carries a balance below PAYOUT_MIN_TL over, until it is large enough", async () => {
  await using app = await moneyApp({ PAYOUT_MIN_TL: "10.50", PAYOUT_FEE_PERCENT: "10" });
  const { ownerId } = await createPayee(app.deps);
  const start = app.clock.now();
  const next = () => {
    app.clock.pass(HOUR_MS);
    return closePeriod(app.deps, app.clock.now());
  };
  await playedSong(app.deps, ownerId, 1049, start);
  assert.deepEqual(await next(), []);
  assert.equal(await readBalance(app.deps.db, ownerId), 1049);
  await playedSong(app.deps, ownerId, 1, app.clock.now());
  // Earned after the end, so it does not count for this period.
  await playedSong(app.deps, ownerId, 500, app.clock.now() + HOUR_MS);
  assert.deepEqual((await next()).map((p) => [p.startAt, p.totalKurus, p.feeKurus]), [
    [start, 945, 105],
  ]);
  assert.deepEqual(await next(), []);
  assert.equal(await readBalance(app.deps.db, ownerId), 500);
});

for (
  const [percent, earned, fee] of [
    ["2.5", 1000, 25],
    ["2.5", 1039, 25],
    ["0.01", 9999, 0],
    ["0.01", 10_000, 1],
    ["10", 1, 0],
    ["29.29", 100_00, 29_29],
    ["99.99", 1, 0],
    ["99.99", 1_000_000, 999_900],
  ] as const
) {
  Deno.test(`closePeriod at ${percent} % keeps ${fee} of ${earned} kuruş as a fee, rounded down`, async () => {
    await using app = await moneyApp({ PAYOUT_FEE_PERCENT: percent });
    const { ownerId } = await createPayee(app.deps);
    await playedSong(app.deps, ownerId, earned, app.clock.now());
    app.clock.pass(HOUR_MS);
    const [payout] = await closePeriod(app.deps, app.clock.now());
    assert.deepEqual([payout?.totalKurus, payout?.feeKurus], [earned - fee, fee]);
    const rows = await app.deps.db.read.select({ kind: ledger.kind, kurus: ledger.amountKurus })
      .from(ledger).where(eq(ledger.payoutId, payout!.id)).orderBy(ledger.kind);
    assert.deepEqual(rows, [
      ...(fee > 0 ? [{ kind: "fee", kurus: -fee }] : []),
      { kind: "payout", kurus: fee - earned },
    ]);
    assert.equal(await readBalance(app.deps.db, ownerId), 0);
  });
}
