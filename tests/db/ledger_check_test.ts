// Breaks each rule of the ledger once, with the database's triggers removed, and expects the check to find it.
import { strict as assert } from "node:assert";
import { findLedgerFaults, type LedgerRule } from "../../db/money/ledger_check.ts";
import { closePeriod } from "../../server/payouts/closing.ts";
import { runLedgerCheck } from "../../server/commands/money_commands.ts";
import { createPayee } from "../support/people/payees.ts";
import { playedSong, reversedSong } from "../support/people/plays.ts";
import { tillSong } from "../support/people/till.ts";
import { testApp } from "../support/start/test_app.ts";
import { sql } from "../support/db/sql.ts";

/** A cafe with two payouts, fees, a reversed tip and a balance, without the triggers that protect them. */
async function unguardedBooks() {
  const app = await testApp({ PAYOUT_FEE_PERCENT: "10" });
  const { ownerId } = await createPayee(app.deps);
  for (const kurus of [1000, 2000, 500]) {
    await playedSong(app.deps, ownerId, kurus, app.clock.now());
    app.clock.pass(1000);
    if (kurus !== 500) await closePeriod(app.deps, app.clock.now());
  }
  await reversedSong(app.deps, ownerId, 300, app.clock.now());
  await tillSong(app.deps, ownerId, { tipKurus: 700, receivedKurus: 600 });
  assert.deepEqual(await findLedgerFaults(app.deps.db), []);
  const triggers = await app.deps.db.all<{ name: string }>(
    sql`select name from sqlite_master where type = 'trigger'`,
  );
  for (const { name } of triggers) await app.deps.db.all(sql(`drop trigger ${name}`));
  await app.deps.db.all(sql`pragma foreign_keys = off`);
  await app.deps.db.all(sql`pragma ignore_check_constraints = on`);
  await app.deps.db.all(sql`drop index ledger_request`);
  await app.deps.db.all(sql`drop index ledger_payout`);
  return { app, ownerId };
}

const BREAKS: Record<LedgerRule, string[]> = {
  played_not_entered: ["delete from ledger where amount_kurus = 500"],
  played_without_play: [
    "delete from plays where request_id in (select id from song_requests where tip_kurus = 500)",
    "update song_requests set status = 'approved' where tip_kurus = 500",
  ],
  tip_not_played: [
    "delete from song_requests where tip_kurus = 500",
    "update song_requests set status = 'approved' where tip_kurus = 500",
    "update ledger set amount_kurus = 501 where amount_kurus = 500",
    "update ledger set request_id = 'nothing' where amount_kurus = 500",
    // It is paid at the till, so the platform does not owe it.
    "update song_requests set at_till = 1 where tip_kurus = 500",
    `insert into ledger select 'x', owner_id, 'tip', tip_kurus, id, null, 1 from song_requests
     where tip_kurus = 700`,
  ],
  request_twice: [
    `insert into ledger select 'x', owner_id, kind, amount_kurus, request_id, payout_id, created_at
     from ledger where amount_kurus = 500`,
  ],
  reversal_missing: [
    "delete from ledger where kind = 'reversal'",
    "update plays set why_ended = 'not_played' where title = 'Gülpembe'",
  ],
  reversal_not_due: [
    "update plays set heard_ms = 30000 where why_ended = 'skipped'",
    "update plays set why_ended = 'finished' where why_ended = 'skipped'",
    "update plays set state = 'playing' where why_ended = 'skipped'",
    "update ledger set amount_kurus = -299 where kind = 'reversal'",
    "update ledger set owner_id = 'another' where kind = 'reversal'",
    "delete from ledger where kind = 'tip' and amount_kurus = 300",
  ],
  till_apart: [
    "update song_requests set received_kurus = 500 where tip_kurus = 700",
    "update song_requests set at_till = 0 where tip_kurus = 700",
    "delete from till_receipts",
    "update till_receipts set kurus = 601",
    "update till_receipts set owner_id = 'another'",
    "update till_receipts set request_id = 'nothing'",
    // More than the tip.
    "update till_receipts set kurus = 701; update song_requests set received_kurus = 701 where tip_kurus = 700",
    `insert into till_receipts select 'x', owner_id, id, 500, 1 from song_requests where tip_kurus = 500;
     update song_requests set received_kurus = 500 where tip_kurus = 500`,
  ],
  support_apart: [
    "update song_requests set support_kurus = 1 where tip_kurus = 500",
    `insert into support_tips (id, request_id, kurus, created_at)
     select 'x', id, 5, 1 from song_requests where tip_kurus = 500`,
    "insert into support_tips (id, request_id, kurus, created_at) values ('x', 'nothing', 5, 1)",
  ],
  not_whole: [
    "update till_receipts set kurus = 0.5",
    "insert into support_tips (id, request_id, kurus, created_at) values ('x', 'nothing', 5.5, 1)",
    "update ledger set amount_kurus = 500.5 where amount_kurus = 500",
    "update song_requests set tip_kurus = 500.5 where tip_kurus = 500",
    "update payouts set total_kurus = 1799.5, fee_kurus = 200.5 where total_kurus = 1800",
  ],
  entry_without_payout: [
    "delete from payouts where total_kurus = 1800",
    "update ledger set payout_id = 'nothing' where amount_kurus = -1800",
  ],
  payout_not_entered: [
    "delete from ledger where amount_kurus = -1800",
    "update payouts set total_kurus = 1801 where total_kurus = 1800",
    `insert into ledger select 'x', owner_id, kind, amount_kurus, request_id, payout_id, created_at
     from ledger where amount_kurus = -1800`,
  ],
  fee_not_entered: [
    "delete from ledger where amount_kurus = -200",
    "update payouts set fee_kurus = 0 where fee_kurus = 200",
    "update ledger set amount_kurus = -199 where amount_kurus = -200",
  ],
  paid_by_nobody: ["update payouts set status = 'paid' where total_kurus = 1800"],
  periods_apart: ["update payouts set start_at = start_at + 1 where total_kurus = 1800"],
  more_than_earned: [
    "update ledger set created_at = 9000000000000 where amount_kurus = 2000",
    "update payouts set end_at = end_at - 2000 where total_kurus = 1800",
    // The tip was reversed before the closing that paid it.
    `insert into ledger (rowid, id, owner_id, kind, amount_kurus, request_id, created_at)
     select -1, 'x', owner_id, 'reversal', -amount_kurus, request_id, 1 from ledger where amount_kurus = 2000`,
  ],
  waived_by_living: [
    "update payouts set status = 'waived' where total_kurus = 1800",
    `insert into ledger (id, owner_id, kind, amount_kurus, created_at)
     select 'x', owner_id, 'waiver', -kurus, 1 from balances`,
  ],
  balance_apart: ["update balances set kurus = kurus + 1"],
  days_apart: [
    "update earned_days set kurus = kurus + 1",
    "delete from earned_days",
    "insert into earned_days select owner_id, day + 1, kurus from earned_days",
  ],
  songs_apart: [
    "update earned_song_days set kurus = kurus + 1",
    "update earned_song_days set tips = tips + 1",
    "delete from earned_song_days",
    "update earned_songs set song = 'demo:track:other'",
    "update earned_songs set last_at = 0",
    "insert into earned_songs select id + 1, owner_id, 'demo:track:other', request_id, last_at from earned_songs limit 1",
    "update earned_songs set request_id = 'of another song'",
  ],
  balance_negative: [
    "delete from ledger where amount_kurus in (500, 2000)",
    // The tip of a reversal that came before any closing.
    "delete from ledger where amount_kurus in (500, 300)",
  ],
  sums_disagree: [
    "delete from ledger where amount_kurus = 500",
    "update ledger set amount_kurus = -299 where kind = 'reversal'",
  ],
};

for (const [rule, statements] of Object.entries(BREAKS)) {
  for (const statement of statements) {
    Deno.test(`the ledger check finds ${rule} after: ${statement.slice(0, 60)}`, async () => {
      const { app } = await unguardedBooks();
      await using _ = app;
      for (const single of statement.split(";")) await app.deps.db.all(sql(single));
      const rules = (await findLedgerFaults(app.deps.db)).map((fault) => fault.rule);
      assert(rules.includes(rule as LedgerRule), `found only ${rules}`);
      const { ok, report } = await runLedgerCheck(app.deps);
      assert.equal(ok, false);
      assert.match(report, /The ledger does NOT agree:\n {2}- /);
    });
  }
}

Deno.test("runLedgerCheck prints the sums if it finds nothing", async () => {
  await using app = await testApp({ PAYOUT_FEE_PERCENT: "10" });
  const { ownerId } = await createPayee(app.deps);
  await playedSong(app.deps, ownerId, 123_450, app.clock.now());
  app.clock.pass(1000);
  await closePeriod(app.deps, app.clock.now());
  await playedSong(app.deps, ownerId, 7, app.clock.now());
  await reversedSong(app.deps, ownerId, 1205, app.clock.now());
  const { ok, report } = await runLedgerCheck(app.deps);
  assert.equal(ok, true);
  assert.equal(
    report,
    [
      "Tips earned (TL)      1246,62",
      "Reversed                12,05",
      "Paid out or pending   1111,05",
      "Given up by deleting     0,00",
      "Fees                   123,45",
      "Balances                 0,07",
      "Received at tills        0,00",
      "",
      "The ledger agrees: 6 entries, each in its place.",
    ].join("\n"),
  );
});
