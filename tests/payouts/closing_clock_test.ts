import { strict as assert } from "node:assert";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { updateCafe } from "../../db/cafes.ts";
import { readBalance, readLedgerTotals } from "../../db/ledger.ts";
import { closeIfDue, closeUntilNow } from "../../server/payouts/closing.ts";
import { rounds } from "../support/time/effort.ts";
import { createOwner } from "../support/people/factories.ts";
import { assertLedgerAgrees, moneyApp } from "../support/db/ledger_invariants.ts";
import { HOLDER, IBAN } from "../support/people/payees.ts";
import { playedSong } from "../support/people/plays.ts";

const HOUR_MS = 60 * 60 * 1000;
const WEEK_MS = 7 * 24 * HOUR_MS;

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
      const future = await app.deps.db.read.get<{ kurus: number }>(sql`
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
