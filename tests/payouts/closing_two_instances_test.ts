import { strict as assert } from "node:assert";
import { readLedgerTotals } from "../../db/ledger.ts";
import { listPayouts } from "../../db/payouts.ts";
import { isOwedMoney } from "../../db/erasure.ts";
import { closeIfDue, closePeriod } from "../../server/payouts/closing.ts";
import { readEarnings, readSummary } from "../../server/payouts/earnings.ts";
import { markPaid, readHistory, readPending } from "../../server/payouts/payouts.ts";
import { runLedgerCheck } from "../../server/commands/money_commands.ts";
import { createAdmin } from "../support/people/factories.ts";
import { assertLedgerAgrees } from "../support/db/ledger_invariants.ts";
import { createPayee } from "../support/people/payees.ts";
import { playedSong } from "../support/people/plays.ts";
import { twoInstances } from "../support/start/two_instances.ts";

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

Deno.test("two instances that close while songs are played pay every kuruş once", async () => {
  await using world = await twoInstances();
  const { one, two, clock } = world;
  const owners = await Promise.all([1, 2, 3].map(() => createPayee(one)));
  const work: Promise<unknown>[] = [];
  let earned = 0;
  for (let i = 0; i < 60; i++) {
    clock.pass(1);
    earned += 100 + i;
    work.push(playedSong(i % 2 ? one : two, owners[i % 3]!.ownerId, 100 + i, clock.now()));
    if (i % 10 === 9) work.push(...[one, two].map((deps) => closePeriod(deps, clock.now())));
    if (i % 15 === 14) await Promise.all(work);
  }
  await Promise.all(work);
  await assertLedgerAgrees(one);
  clock.pass(1);
  const made = await Promise.all(
    [one, two, one, two].map((deps) => closePeriod(deps, clock.now())),
  );
  assert(made.flat().length <= owners.length);
  await assertLedgerAgrees(two);
  const totals = await readLedgerTotals(two.db);
  assert.deepEqual([totals.tips, totals.balances], [earned, 0]);
  assert.equal(totals.payouts + totals.fees, earned);
});

Deno.test("two instances close a missed week once, and mark its payout as paid once", async () => {
  await using world = await twoInstances();
  const { one, two, clock } = world;
  const { ownerId } = await createPayee(one);
  const admins = [await createAdmin(one), await createAdmin(one)];
  await playedSong(two, ownerId, 1040, clock.now());
  clock.pass(2 * WEEK_MS);
  const made = (await Promise.all([one, two].map(closeIfDue))).flat();
  assert.deepEqual(made.map((p) => [p.ownerId, p.totalKurus, p.feeKurus]), [[ownerId, 1014, 26]]);
  assert.match(made[0]!.id, /-\d+$/);
  await Promise.all([one, two].map((deps, i) => markPaid(deps, made[0]!.id, admins[i]!.accountId)));
  const [payout, ...more] = await listPayouts(two.db, ownerId);
  assert.deepEqual(more, []);
  assert.equal(payout?.status, "paid");
  assert(admins.some(({ accountId }) => accountId === payout?.paidBy));
  await assertLedgerAgrees(one);
});

Deno.test("two instances close a week once after a clock that was ahead has closed a period far in the future", async () => {
  await using world = await twoInstances();
  const { one, two, clock } = world;
  const { ownerId } = await createPayee(one);
  const now = clock.now();
  await playedSong(one, ownerId, 1000, now);
  await closePeriod(one, now + 200 * WEEK_MS);
  clock.pass(1000);
  await playedSong(two, ownerId, 40, clock.now());
  clock.pass(WEEK_MS);
  const made = (await Promise.all([one, two, one, two].map(closeIfDue))).flat();
  assert.deepEqual(made.map((p) => [p.totalKurus, p.feeKurus]), [[39, 1]]);
  await assertLedgerAgrees(two);
});

Deno.test("owners and admins read the same from a libSQL server as from a file", async () => {
  await using world = await twoInstances();
  const { one: deps, clock } = world;
  const { ownerId } = await createPayee(deps, "Kahve Durağı");
  await playedSong(deps, ownerId, 1040, clock.now());
  clock.pass(1000);
  await closePeriod(deps, clock.now());
  assert.equal(await isOwedMoney(deps.db, ownerId), true);
  await playedSong(deps, ownerId, 7, clock.now());
  assert.deepEqual(await readSummary(deps, ownerId), {
    currentBalance: 0.07,
    lastPayoutAmount: null,
    lastPayoutDate: null,
    fee: { percent: 2.5, amount: 0 },
  });
  assert.deepEqual((await readHistory(deps, ownerId)).map((p) => p.totalAmount), [10.14]);
  assert.deepEqual(await readEarnings(deps, ownerId, 2), {
    days: [{ date: "2026-11-01", amount: 0 }, { date: "2026-11-02", amount: 10.47 }],
    songs: [{ songTitle: "Gülpembe", artist: "Barış Manço", count: 2, amount: 10.47 }],
  });
  assert.deepEqual((await readPending(deps)).map((p) => [p.cafeName, p.period]), [
    ["Kahve Durağı", "2 Kasım 2026"],
  ]);
  assert.equal((await runLedgerCheck(deps)).ok, true);
});
