// A tip is reversed if its song was cut short by the cafe, or was never played (docs/money.md#reversal).
import { strict as assert } from "node:assert";
import { ne } from "drizzle-orm";
import { readBalance } from "../../db/money/ledger.ts";
import { listPayouts } from "../../db/money/payouts.ts";
import { endPlay, type WhyEnded } from "../../db/plays/plays.ts";
import { readRevision } from "../../db/people/rooms.ts";
import { ledger, payoutCorrections } from "../../db/schema/money.ts";
import { songRequests } from "../../db/schema/requests.ts";
import { sendFirst } from "../../db/plays/sending.ts";
import { closePeriod } from "../../server/payouts/closing.ts";
import { runLedgerCheck, runPayoutsClose } from "../../server/commands/money_commands.ts";
import { assertLedgerAgrees, moneyApp } from "../support/db/ledger_invariants.ts";
import { createOwnerWithPassword, deleteAccount, PASSWORD } from "../support/people/accounts.ts";
import { createAdmin, createOwner } from "../support/people/factories.ts";
import { answerOf, sentenceOf } from "../support/people/guests.ts";
import { houseWith } from "../support/people/house.ts";
import { createPayee, HOLDER, IBAN } from "../support/people/payees.ts";
import {
  playedSong,
  playingSong,
  playNextInDatabase,
  reversedSong,
} from "../support/people/plays.ts";
import { queueSong, submit } from "../support/people/requests.ts";
import type { TestApp } from "../support/start/test_app.ts";
import { sql } from "../support/db/sql.ts";

const HOUR_MS = 60 * 60 * 1000;
const at = (text: string) => Date.parse(`${text}+03:00`);

/** What reverses a tip: why the play ended, and how long after it began. */
const ENDS: [why: Parameters<typeof endPlay>[2]["why"], afterMs: number, reverses: boolean][] = [
  ["skipped", 0, true],
  ["skipped", 29_999, true],
  ["skipped", 30_000, false],
  ["not_played", 1, true],
  ["not_played", 10 * 60_000, true],
  ["finished", 1, false],
  ["cut", 1, false],
];

for (const [why, afterMs, reverses] of ENDS) {
  Deno.test(`a song that is ${why} after ${afterMs} ms ${reverses ? "reverses" : "keeps"} its tip`, async () => {
    await using app = await moneyApp();
    const { db } = app.deps;
    const { ownerId } = await createPayee(app.deps);
    const startedAt = app.clock.now();
    const id = await playingSong(app.deps, ownerId, 1050, startedAt);
    await endPlay(db, { id, ownerId }, { at: startedAt + afterMs, why });
    const rows = await db.read.select().from(ledger).where(ne(ledger.kind, "tip"));
    assert.deepEqual(
      rows,
      reverses
        ? [{
          id: `${id}-reversal`,
          ownerId,
          kind: "reversal",
          amountKurus: -1050,
          requestId: id,
          payoutId: null,
          createdAt: startedAt + afterMs,
        }]
        : [],
    );
    assert.equal(await readBalance(db, ownerId), reverses ? 0 : 1050);
    const request = await db.read.select().from(songRequests).get();
    assert.equal(request?.status, "played");
  });
}

Deno.test("a song that another one replaces keeps its tip", async () => {
  await using app = await moneyApp();
  const { ownerId, token } = await createPayee(app.deps);
  await playingSong(app.deps, ownerId, 1050, app.clock.now());
  await queueSong(app, { ownerId, token });
  const sources = app.deps.music.ids;
  await sendFirst(app.deps.db, { id: "next", ownerId, sentAt: app.clock.now() + 1, sources });
  const [row] = await app.deps.db.all<{ why: WhyEnded }>(
    sql`select why_ended as why from plays where ended_at is not null`,
  );
  assert.equal(row?.why, "replaced");
  assert.equal(await readBalance(app.deps.db, ownerId), 1050);
});

Deno.test("a song without a tip, or without a request, is skipped like any other", async () => {
  await using app = await moneyApp();
  const { db } = app.deps;
  const { ownerId } = await createPayee(app.deps);
  const id = await reversedSong(app.deps, ownerId, 0, app.clock.now());
  const rows = await db.read.select().from(ledger);
  assert.deepEqual(rows.map((row) => [row.kind, row.amountKurus, row.requestId]), [
    ["tip", 0, id],
    ["reversal", 0, id],
  ]);
  await db.all(
    sql`insert into plays (id, owner_id, source, uri, title, artist, album_art, state, sent_at, started_at)
    values ('own', ${ownerId}, 'spotify', 'u', 't', 'a', '', 'playing', 1, 1)`,
  );
  await endPlay(db, { id: "own", ownerId }, { at: 2, why: "skipped" });
  assert.equal((await db.read.select().from(ledger)).length, 2);
});

Deno.test("the earnings by day and by song are without a reversed tip, on the day on which it was earned", async () => {
  await using app = await moneyApp();
  app.clock.set(at("2026-11-20T12:00"));
  const { ownerId, token } = await createOwner(app.deps);
  await playedSong(app.deps, ownerId, 1000, at("2026-11-18T20:00"));
  // Skipped after midnight.
  await reversedSong(app.deps, ownerId, 250, at("2026-11-18T23:59:55"));
  await playedSong(app.deps, ownerId, 300, at("2026-11-19T20:00"));
  await reversedSong(app.deps, ownerId, 9900, at("2026-11-19T21:00"), {
    uri: "spotify:track:0000000000000000000002",
    songTitle: "Islak Islak",
  });
  const answer = await app.call("GET", "/api/payouts/earnings?days=3", { token });
  assert.deepEqual(await answer.json(), {
    days: [
      { date: "2026-11-18", amount: 10 },
      { date: "2026-11-19", amount: 3 },
      { date: "2026-11-20", amount: 0 },
    ],
    songs: [{ songTitle: "Gülpembe", artist: "Barış Manço", count: 2, amount: 13 }],
  });
});

Deno.test("a tip that is reversed before its period is closed is in no payout", async () => {
  await using app = await moneyApp();
  const { ownerId } = await createPayee(app.deps);
  const start = app.clock.now();
  const end = start + HOUR_MS;
  await reversedSong(app.deps, ownerId, 700, start);
  await playedSong(app.deps, ownerId, 100, start + 1);
  // Skipped after the end, and still before the closing.
  await reversedSong(app.deps, ownerId, 60, end - 1);
  await reversedSong(app.deps, ownerId, 5, end);
  await playedSong(app.deps, ownerId, 20, end);
  const made = await closePeriod(app.deps, end);
  assert.deepEqual(made.map((p) => [p.startAt, p.totalKurus]), [[start + 1, 100]]);
  assert.equal(await readBalance(app.deps.db, ownerId), 20);
  const [next] = await closePeriod(app.deps, end + HOUR_MS);
  assert.equal(next?.totalKurus, 20);
});

Deno.test("a tip that is reversed after its period was closed lowers the next payouts, and the balance until then", async () => {
  await using app = await moneyApp({ PAYOUT_FEE_PERCENT: "10" });
  const { ownerId, token } = await createPayee(app.deps);
  const close = () => {
    app.clock.pass(HOUR_MS);
    return closePeriod(app.deps, app.clock.now());
  };
  const id = await playingSong(app.deps, ownerId, 1000, app.clock.now());
  const [paid] = await close();
  assert.deepEqual([paid?.totalKurus, paid?.feeKurus], [900, 100]);
  await endPlay(app.deps.db, { id, ownerId }, { at: app.clock.now(), why: "not_played" });

  const summary = await app.ok("GET", "/api/payouts/summary", { token });
  assert.deepEqual([summary.currentBalance, summary.fee], [-10, { percent: 10, amount: 0 }]);
  assert.deepEqual(await close(), [], "nothing is owed");
  assert.equal(await runPayoutsClose(app.deps), "Nothing to pay out.");
  await playedSong(app.deps, ownerId, 1000, app.clock.now());
  assert.deepEqual(await close(), [], "the balance is 0");
  await playedSong(app.deps, ownerId, 500, app.clock.now());
  const [next] = await close();
  assert.deepEqual([next?.startAt, next?.totalKurus, next?.feeKurus], [paid?.endAt, 450, 50]);

  const history = await app.ok("GET", "/api/payouts", { token });
  assert.deepEqual(history.map((p: { totalAmount: number }) => p.totalAmount), [4.5, 9]);
  const { ok, report } = await runLedgerCheck(app.deps);
  assert.ok(ok, report);
  assert.match(report, /^Tips earned \(TL\) +25,00\nReversed +10,00\nPaid out or pending +13,50$/m);
});

Deno.test("GET /api/account/export shows the tip and its reversal", async () => {
  await using app = await moneyApp();
  const { ownerId, token } = await createOwner(app.deps);
  const id = await reversedSong(app.deps, ownerId, 1050, app.clock.now());
  const kept = await app.ok("GET", "/api/account/export", { token });
  assert.deepEqual(
    kept.ledger.map((row: Record<string, unknown>) => [row.kind, row.amount, row.requestId]),
    [["reversal", -10.5, id], ["tip", 10.5, id]],
  );
  assert.deepEqual(kept.requests.map((row: { status: string }) => row.status), ["approved"]);
});

Deno.test("an account with a balance below zero is deleted, and nothing is asked back", async () => {
  await using app = await moneyApp();
  const { ownerId, token } = await payeeWithPassword(app);
  const id = await playingSong(app.deps, ownerId, 1000, app.clock.now());
  app.clock.pass(HOUR_MS);
  await closePeriod(app.deps, app.clock.now());
  await endPlay(app.deps.db, { id, ownerId }, { at: app.clock.now(), why: "not_played" });
  const erase = (waiveBalance: boolean) =>
    deleteAccount(app, token, { password: PASSWORD, waiveBalance });
  assert.equal((await erase(false)).status, 409, "the payout is still pending");
  assert.equal((await erase(true)).status, 204);
  const kinds = await app.deps.db.read.select({ kind: ledger.kind }).from(ledger);
  assert.deepEqual(kinds.map(({ kind }) => kind), ["tip", "payout", "reversal"]);
  assert.equal(await readBalance(app.deps.db, ownerId), -1000);
});

Deno.test("a tip that was given up with its account is not reversed", async () => {
  await using app = await moneyApp();
  const { ownerId, token } = await payeeWithPassword(app);
  const id = await playingSong(app.deps, ownerId, 1000, app.clock.now());
  const body = { password: PASSWORD, waiveBalance: true };
  assert.equal((await deleteAccount(app, token, body)).status, 204);
  await endPlay(app.deps.db, { id, ownerId }, { at: app.clock.now() + 1, why: "not_played" });
  assert.equal(await readBalance(app.deps.db, ownerId), 0);
  await assertLedgerAgrees(app.deps);
});

for (
  const [what, tips, tipAmount, earnsTip] of [
    ["with a tip", "platform", 10, true],
    ["without a tip", "platform", 0, false],
    ["whose tip is paid at the till", "till", 10, false],
  ] as const
) {
  Deno.test(`GET /api/playback of a song ${what} has earnsTip ${earnsTip}, so that who skips it knows`, async () => {
    await using app = await moneyApp();
    const owner = await houseWith(app, { tips, approve: "always" });
    await submit(app, owner.ownerId, { tipAmount });
    await playNextInDatabase(app.deps, owner.ownerId);
    const { playing } = await app.ok("GET", "/api/playback", owner);
    assert.equal(playing.earnsTip, earnsTip);
  });
}

async function payeeWithPassword(app: TestApp) {
  const owner = await createOwnerWithPassword(app);
  const body = { name: "Kafe", iban: IBAN, accountHolderName: HOLDER };
  await app.call("POST", "/api/cafes", { token: owner.token, body });
  return owner;
}

// The admin sees what was paid, and corrects a marking as paid that was a mistake.
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
  const read = async (path: string, token = admin.token) => await app.ok("GET", path, { token });
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
  assert.deepEqual(await answerOf(cafe.correct()), [200, {
    msg: "Ödeme yeniden bekleyenler arasında.",
  }]);
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
  assert.match(await sentenceOf(cafe.correct(), 409), /yalnızca bir gün içinde düzeltilebilir/);
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
  assert.equal((await deleteAccount(app, cafe.token)).status, 204);
  const [{ iban, canCorrect }] = await cafe.paid();
  assert.deepEqual([iban, canCorrect], ["", false]);
  assert.match(await sentenceOf(cafe.correct(), 409), /hesabını sildi/);
  assert.equal((await cafe.row()).status, "paid");
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
