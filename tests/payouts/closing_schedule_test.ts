import { strict as assert } from "node:assert";
import fc from "../support/properties.ts";
import { updateCafe } from "../../db/people/cafes.ts";
import { DatabaseUnavailableError } from "../../db/connection/errors.ts";
import { readBalance, readLedgerTotals } from "../../db/money/ledger.ts";
import { listPayouts } from "../../db/money/payouts.ts";
import { closings } from "../../db/schema/money.ts";
import {
  closeIfDue,
  closePeriod,
  closeUntilNow,
  startClosingSchedule,
} from "../../server/payouts/closing.ts";
import { readSummary } from "../../server/payouts/earnings.ts";
import { readHistory, readPending } from "../../server/payouts/payouts.ts";
import { assertLedgerAgrees, moneyApp } from "../support/db/ledger_invariants.ts";
import { createOwner } from "../support/people/factories.ts";
import { createPayee, HOLDER, IBAN } from "../support/people/payees.ts";
import { playedSong } from "../support/people/plays.ts";
import type { TestApp } from "../support/start/test_app.ts";
import { rounds } from "../support/time/effort.ts";
import { holdTimers } from "../support/time/held_timers.ts";
import { sql } from "../support/db/sql.ts";

const at = (text: string) => Date.parse(`${text}+03:00`);
const MONDAY = at("2026-11-09T00:00");
const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

async function periods(app: TestApp, ownerId: string) {
  return (await listPayouts(app.deps.db, ownerId)).toReversed()
    .map((p) => [p.startAt, p.endAt, p.totalKurus]);
}

async function closedEnds(app: TestApp) {
  return (await app.deps.db.read.select().from(closings).orderBy(closings.endsAt))
    .map((closing) => closing.endsAt);
}

Deno.test("a week closes on Monday at 00:00 in Istanbul, and not a millisecond before", async () => {
  await using app = await moneyApp();
  const { ownerId } = await createPayee(app.deps);
  const tipAt = app.clock.now();
  await playedSong(app.deps, ownerId, 1050, tipAt);
  await playedSong(app.deps, ownerId, 200, MONDAY);
  app.clock.set(MONDAY - 1);
  assert.deepEqual(await closeIfDue(app.deps), []);
  app.clock.set(MONDAY);
  assert.equal((await closeIfDue(app.deps)).length, 1);
  assert.deepEqual(await periods(app, ownerId), [[tipAt, MONDAY, 1050]]);
  assert.equal(await readBalance(app.deps.db, ownerId), 200);
});

Deno.test("after downtime every missed Monday closes its own period, in order", async () => {
  await using app = await moneyApp();
  const { ownerId } = await createPayee(app.deps);
  const tips = [at("2026-11-05T20:00"), at("2026-11-10T20:00"), at("2026-11-24T20:00")];
  for (const tip of tips) await playedSong(app.deps, ownerId, 100, tip);
  await playedSong(app.deps, ownerId, 7, at("2026-12-02T20:00"));
  app.clock.set(at("2026-12-03T12:00"));
  await closeIfDue(app.deps);
  const mondays = ["09", "16", "23", "30"].map((day) => at(`2026-11-${day}T00:00`));
  assert.deepEqual(await closedEnds(app), mondays);
  assert.deepEqual(await periods(app, ownerId), [
    [tips[0], mondays[0], 100],
    [mondays[0], mondays[1], 100],
    // Nothing was earned in the third week, so the next period begins where the second one ended.
    [mondays[1], mondays[3], 100],
  ]);
  assert.equal(await readBalance(app.deps.db, ownerId), 7);
});

Deno.test("no week is due or recorded before the first tip is earned", async () => {
  await using app = await moneyApp();
  const { ownerId } = await createPayee(app.deps);
  app.clock.set(at("2027-06-01T12:00"));
  await playedSong(app.deps, ownerId, 0, app.clock.now());
  assert.deepEqual(await closeIfDue(app.deps), []);
  assert.deepEqual(await closedEnds(app), []);
});

Deno.test("a manual closing on Wednesday leaves the rest of the week to Monday", async () => {
  await using app = await moneyApp();
  const { ownerId } = await createPayee(app.deps);
  const [first, wednesday] = [at("2026-11-10T10:00"), at("2026-11-11T12:00")];
  const later = at("2026-11-11T13:00");
  await playedSong(app.deps, ownerId, 100, first);
  await closePeriod(app.deps, wednesday);
  await playedSong(app.deps, ownerId, 20, later);
  app.clock.set(at("2026-11-16T00:00"));
  await closeIfDue(app.deps);
  assert.deepEqual(await periods(app, ownerId), [
    [first, wednesday, 100],
    [wednesday, at("2026-11-16T00:00"), 20],
  ]);
});

Deno.test("weeks in which clocks change in other countries close like any other", async () => {
  await using app = await moneyApp();
  const { ownerId } = await createPayee(app.deps);
  // Clocks change in Europe and America on 25 October and 1 November 2026, 14 and 28 March 2027.
  await playedSong(app.deps, ownerId, 100, at("2026-10-24T20:00"));
  app.clock.set(at("2027-04-05T00:00"));
  await closeIfDue(app.deps);
  const ends = await closedEnds(app);
  assert.equal(ends[0], at("2026-10-26T00:00"));
  assert.equal(ends.at(-1), at("2027-04-05T00:00"));
  assert.equal(ends.length, 24);
  for (const end of ends) assert.match(new Date(end).toISOString(), /T21:00:00\.000Z$/);
});

Deno.test("startClosingSchedule looks at once and every minute, and stops", async () => {
  await using app = await moneyApp();
  const { ownerId } = await createPayee(app.deps);
  await playedSong(app.deps, ownerId, 100, app.clock.now());
  app.clock.set(MONDAY);
  using intervals = holdTimers();
  const schedule = startClosingSchedule(app.deps);
  app.clock.set(MONDAY + WEEK_MS + 1);
  await playedSong(app.deps, ownerId, 20, MONDAY + 1);
  intervals.tick(60_000);
  await schedule.stop();
  app.clock.pass(WEEK_MS);
  intervals.tick(120_000);
  assert.deepEqual((await periods(app, ownerId)).map((p) => p[2]), [100, 20]);
});

Deno.test("startClosingSchedule does not look a second time before a minute is over", async () => {
  await using app = await moneyApp();
  let looks = 0;
  const deps = {
    ...app.deps,
    get db(): TestApp["deps"]["db"] {
      looks++;
      throw new Error("out of reach");
    },
  };
  using intervals = holdTimers();
  const schedule = startClosingSchedule(deps);
  intervals.tick(59_999);
  await schedule.stop();
  assert.equal(looks, 1);
});

Deno.test("a week whose closing fails is closed at the next look", async () => {
  await using app = await moneyApp();
  const { ownerId } = await createPayee(app.deps);
  await playedSong(app.deps, ownerId, 100, app.clock.now());
  app.clock.set(MONDAY);
  let broken = true;
  const deps = {
    ...app.deps,
    get db() {
      if (broken) throw new Error("out of reach");
      return app.deps.db;
    },
  };
  using intervals = holdTimers();
  const schedule = startClosingSchedule(deps);
  broken = false;
  intervals.tick(60_000);
  await schedule.stop();
  assert.deepEqual((await periods(app, ownerId)).map((p) => p[2]), [100]);
});

Deno.test("a cafe keeps its balance while weeks pass without its IBAN, and once it has entered one is paid for all of them at the next closing", async () => {
  await using app = await moneyApp();
  const { ownerId } = await createOwner(app.deps);
  const firstTipAt = at("2026-11-04T20:00");
  for (const day of ["04", "11", "18"]) {
    await playedSong(app.deps, ownerId, 100, at(`2026-11-${day}T20:00`));
  }
  app.clock.set(at("2026-11-25T12:00"));
  assert.deepEqual(await closeIfDue(app.deps), []);
  assert.equal((await closedEnds(app)).length, 3);
  assert.equal(await readBalance(app.deps.db, ownerId), 300);
  await updateCafe(app.deps.db, ownerId, { name: "Kafe", iban: IBAN, accountHolderName: HOLDER });
  assert.deepEqual(await closeIfDue(app.deps), []);
  app.clock.set(at("2026-11-30T00:00"));
  await closeIfDue(app.deps);
  assert.deepEqual(await periods(app, ownerId), [[firstTipAt, at("2026-11-30T00:00"), 300]]);
});

Deno.test("weeks close once each, by ten looks at once too, after a clock that was ahead has closed a period far in the future", async () => {
  await using app = await moneyApp();
  const { ownerId } = await createPayee(app.deps);
  await playedSong(app.deps, ownerId, 100, app.clock.now());
  const ahead = at("2030-01-02T12:00");
  app.clock.set(ahead);
  await closePeriod(app.deps, ahead);
  await playedSong(app.deps, ownerId, 20, ahead + 1000);
  // The clock is corrected.
  app.clock.set(at("2026-11-04T20:00"));
  await playedSong(app.deps, ownerId, 3, app.clock.now());
  app.clock.set(MONDAY);
  const made = await Promise.all(Array.from({ length: 10 }, () => closeIfDue(app.deps)));
  assert.deepEqual(made.flat().map((p) => p.totalKurus), [23]);
  assert.equal((await closedEnds(app)).length, 2);
  await playedSong(app.deps, ownerId, 7, MONDAY + 1);
  app.clock.set(MONDAY + WEEK_MS - 1);
  assert.deepEqual(await closeIfDue(app.deps), []);
  app.clock.set(MONDAY + WEEK_MS);
  assert.deepEqual((await closeIfDue(app.deps)).map((p) => p.totalKurus), [7]);
  assert.deepEqual((await closeIfDue(app.deps)).map((p) => p.totalKurus), []);
  assert.equal(await readBalance(app.deps.db, ownerId), 0);
});

Deno.test("a clock in 1970 closes nothing, and tips of that time are paid once it is right", async () => {
  await using app = await moneyApp();
  const { ownerId } = await createPayee(app.deps);
  await playedSong(app.deps, ownerId, 100, app.clock.now());
  app.clock.set(MONDAY);
  await closeIfDue(app.deps);
  app.clock.set(60_000);
  await playedSong(app.deps, ownerId, 20, app.clock.now());
  assert.deepEqual(await closeIfDue(app.deps), []);
  app.clock.set(MONDAY + WEEK_MS);
  assert.deepEqual((await closeIfDue(app.deps)).map((p) => [p.startAt, p.totalKurus]), [
    [MONDAY, 20],
  ]);
  assert.deepEqual(await closedEnds(app), [MONDAY, MONDAY + WEEK_MS]);
});

Deno.test("a first tip in 1970 does not close every week since then", async () => {
  await using app = await moneyApp();
  const { ownerId } = await createPayee(app.deps);
  await playedSong(app.deps, ownerId, 20, 60_000);
  assert.deepEqual((await closeIfDue(app.deps)).map((p) => p.totalKurus), [20]);
  assert((await closedEnds(app)).length < 52);
});

Deno.test("owners and admins can read while a week is due and the database is read-only", async () => {
  await using app = await moneyApp();
  const { ownerId } = await createPayee(app.deps);
  await playedSong(app.deps, ownerId, 100, app.clock.now());
  app.clock.set(MONDAY);
  const write = () => Promise.reject(new DatabaseUnavailableError("full"));
  const deps = { ...app.deps, db: { ...app.deps.db, write } };
  assert.equal((await readSummary(deps, ownerId)).currentBalance, 1);
  assert.deepEqual(await readHistory(deps, ownerId), []);
  assert.deepEqual(await readPending(deps), []);
  assert.equal((await readSummary(app.deps, ownerId)).currentBalance, 0);
});

/** Events in a cafe whose computer has a wrong clock. */
const event = fc.oneof(
  { weight: 6, arbitrary: fc.record({ what: fc.constant("play"), by: fc.nat(1_000_000) }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant("look"), by: fc.constant(0) }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant("close"), by: fc.constant(0) }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant("wait"), by: fc.nat(2 * WEEK_MS) }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant("profile"), by: fc.nat(1) }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant("leap"), by: fc.nat(200 * WEEK_MS) }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant("back"), by: fc.nat(200 * WEEK_MS) }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant("1970"), by: fc.nat(WEEK_MS) }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant("right"), by: fc.constant(0) }) },
);

Deno.test("the ledger is consistent whatever the clock does, and weeks pay what was earned once it is right", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(event, { maxLength: 40 }), async (events) => {
      await using app = await moneyApp({ PAYOUT_FEE_PERCENT: "2.5" });
      const { ownerId } = await createOwner(app.deps);
      const pay = (iban: string) =>
        updateCafe(app.deps.db, ownerId, { name: "K", iban, accountHolderName: HOLDER });
      let right = app.clock.now();
      for (const { what, by } of events) {
        if (what === "play") await playedSong(app.deps, ownerId, by, app.clock.now());
        if (what === "look") await closeIfDue(app.deps);
        if (what === "close") await closeUntilNow(app.deps);
        if (what === "wait") right += by;
        if (what === "wait" || what === "leap") app.clock.pass(by);
        if (what === "back") app.clock.pass(-by);
        if (what === "1970") app.clock.set(by);
        if (what === "right") app.clock.set(right);
        if (what === "profile") await pay(by ? IBAN : "");
        right += 1;
      }
      await assertLedgerAgrees(app.deps);

      app.clock.set(right);
      await pay(IBAN);
      await playedSong(app.deps, ownerId, 100, right);
      // One or two weeks may lie within a closing that reaches hours beyond them.
      for (let week = 0; week < 3; week++) {
        app.clock.pass(WEEK_MS);
        await closeIfDue(app.deps);
      }
      // Songs that were played while the clock was ahead are paid when that time comes, or by a manual closing.
      const [future] = await app.deps.db.all<{ kurus: number }>(sql`
        select coalesce(sum(amount_kurus), 0) as kurus from ledger
        where kind = 'tip' and created_at >= ${app.clock.now()}`);
      assert((await readBalance(app.deps.db, ownerId)) <= future!.kurus);
      await closeUntilNow(app.deps);
      assert.equal(await readBalance(app.deps.db, ownerId), 0);
      const { tips, payouts, fees } = await readLedgerTotals(app.deps.db);
      assert.equal(payouts + fees, tips);
    }),
    { numRuns: rounds(40, 300) },
  );
});
