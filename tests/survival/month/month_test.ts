// A month of two cafes by a clock that the test moves, which once goes a day back and once 400 days ahead.
import { strict as assert } from "node:assert";
import { createAdmin } from "../../support/people/factories.ts";
import { replayable, SEED, seeded } from "../../support/random.ts";
import { rounds } from "../../support/time/effort.ts";
import { report } from "../report.ts";
import { Books, compareBooks, compareRows, Kept, noCounts } from "./books.ts";
import { type Evening, spendEvening } from "./evening.ts";
import { FEE_PERCENT, FIRST_NOON, type MonthApp, monthApp, StaffedCafe } from "./staffed_cafe.ts";

const PART = "month";
const DAY_MS = 24 * 60 * 60 * 1000;
const EVENINGS = 30;
/** On a Monday, when a week was just closed, the clock goes back to Sunday; on a Saturday it is 400 days ahead. */
const WRONG_CLOCKS: Record<number, number> = { 15: -DAY_MS, 20: 400 * DAY_MS };

Deno.test("in a month with a clock that goes back a day and 400 days ahead, the books agree to the kuruş, everyone can log in, and no table grows that should not", () =>
  replayable(PART, liveOneMonth));

async function liveOneMonth(): Promise<void> {
  const startedAt = performance.now();
  await using month = await monthApp();
  const run = await openMonth(month);
  for (let day = 0; day <= EVENINGS; day++) {
    await run.noon(FIRST_NOON + day * DAY_MS);
    const aheadMs = WRONG_CLOCKS[day];
    if (aheadMs !== undefined) await run.noon(FIRST_NOON + day * DAY_MS + aheadMs);
    if (day < EVENINGS) await spendEvening(run.evening);
  }
  await month.shutDown();
  const { counts, cafes } = run.evening;
  const payouts = cafes.flatMap(({ books }) => books.payouts);
  // Empty books agree too.
  assert.ok(counts.played >= EVENINGS, `${counts.played} songs were played`);
  assert.ok(payouts.length >= 4, `${payouts.length} payouts were made`);
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  const { asked, played } = counts;
  await report({
    part: PART,
    what: `${EVENINGS} evenings of two cafes by a clock that goes wrong twice`,
    value: `${asked} requests, ${played} plays, ${payouts.length} payouts in ${seconds} s`,
    goal: "the books agree to the kuruş",
  });
  assert.ok(cafes.every(({ typed }) => typed <= 3), "logins were renewed");
}

async function openMonth(month: MonthApp) {
  const { app, clock } = month;
  const cafes = [await StaffedCafe.open(month, false), await StaffedCafe.open(month, true)];
  const books = new Books(cafes.map((cafe) => cafe.books), FEE_PERCENT);
  await createAdmin(app.deps);
  const evening: Evening = {
    ...{ month, cafes, random: seeded(SEED), everyMinutes: rounds(120, 10) },
    ...{ counts: noCounts(), kept: new Kept() },
    afterJobs() {
      books.closeIfDue(clock.now());
      evening.kept.forget(clock.now());
    },
  };
  evening.kept.add("admin", clock.now() + 7 * DAY_MS);
  let evenings = 0;
  return {
    evening,
    /** The server starts anew at this time, and everything is looked at. */
    async noon(at: number): Promise<void> {
      await month.shutDown();
      clock.set(at);
      await month.boot();
      evening.afterJobs();
      for (const cafe of cafes) await cafe.arrive();
      await compareBooks(app, cafes);
      const { counts, kept } = evening;
      await compareRows(app, cafes, { books, counts, kept, evenings: evenings++ });
    },
  };
}
