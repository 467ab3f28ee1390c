// What is looked at each noon, after the server has started: the books, the rows, and what the night has left.
import { strict as assert } from "node:assert";
import type { Payout, TillDays } from "../../../server/contract/payouts.ts";
import type { TestApp } from "../../support/start/test_app.ts";
import { draft } from "../../support/people/requests.ts";
import { assertLedgerAgrees } from "../../support/db/ledger_invariants.ts";
import { type Books, sumWithin } from "./books.ts";
import { assertRows, countGuestIds, type Counts, type Expected, type Kept } from "./rows.ts";
import type { StaffedCafe } from "./staffed_cafe.ts";

const TILL_DAYS = 60;
const ADMINS = 1;
const SONGS = 12;
/** The songs of the demo account, which searches show. */
const CATALOGUE = 200;

/** To the kuruş: each payout once, the balance, and the till; and the ledger agrees with itself. */
export async function compareBooks({ deps, clock }: TestApp, cafes: StaffedCafe[]): Promise<void> {
  for (const cafe of cafes) {
    const { books } = cafe;
    const summary = await cafe.say<{ currentBalance: number }>("GET", "/api/payouts/summary");
    assert.equal(summary.currentBalance, books.balanceKurus / 100);
    const payouts = await cafe.say<Payout[]>("GET", "/api/payouts");
    assert.deepEqual(
      payouts.map((p) => `${p.endDate} ${p.totalAmount} ${p.feeAmount ?? 0}`).sort(),
      books.payouts.map(({ endsAt, kurus, fee }) =>
        `${new Date(endsAt).toISOString()} ${kurus / 100} ${fee / 100}`
      ).sort(),
    );
    const { days } = await cafe.say<TillDays>("GET", `/api/payouts/till?days=${TILL_DAYS}`);
    const sumOf = (what: "expected" | "received") =>
      days.reduce((sum, day) => sum + Math.round(day[what] * 100), 0);
    assert.deepEqual(
      [sumOf("expected"), sumOf("received")],
      [books.due, books.received].map((tips) => sumWithin(tips, TILL_DAYS, clock.now())),
    );
  }
  await assertLedgerAgrees(deps);
}

/** Each table has what the evenings should have left. Outside the hours nothing waits for a decision or is accepted. */
export async function compareRows(
  app: TestApp,
  cafes: StaffedCafe[],
  { books, counts, kept, evenings }: {
    books: Books;
    counts: Counts;
    kept: Kept;
    evenings: number;
  },
): Promise<void> {
  const { deps } = app;
  const now = app.clock.now();
  const n = cafes.length;
  const unverified = kept.count("unverified");
  const payouts = books.cafes.flatMap((cafe) => cafe.payouts);
  const logins = cafes.reduce((sum, cafe) => sum + cafe.countLogins(now), kept.count("admin"));
  const expected: Expected = {
    accounts: n + ADMINS + unverified,
    cafes: n + unverified,
    sessions: logins,
    one_time_secrets: kept.count("secrets"),
    letters: kept.count("letters"),
    idempotency_keys: kept.count("keys"),
    song_requests: counts.asked,
    support_tips: counts.supported,
    plays: counts.played,
    till_receipts: counts.receipts,
    ledger: counts.entries + payouts.length + payouts.filter(({ fee }) => fee > 0).length,
    payouts: payouts.length,
    closings: books.closings,
    balances: { atMost: n },
    earned_days: { atMost: n * (evenings + 1) },
    earned_songs: { atMost: n * SONGS },
    earned_song_days: { atMost: counts.played },
    tracks: { atMost: CATALOGUE },
    ...{
      house_rules: n,
      conductors: n,
      players: { atMost: n },
      rooms: { atMost: n },
      library_tracks: SONGS,
      // Its library lets every cafe use it.
      library_folder: 0,
    },
    ...{ cafe_tables: 0, invitations: 0, library_skipped: 0, manual_songs: 0, memberships: 0 },
    ...{ music_grants: 0, payout_corrections: 0, second_factors: 0, recovery_codes: 0 },
  };
  await assertRows(deps, expected);
  assert.equal(await countGuestIds(deps), kept.count("guests"));
  for (const cafe of cafes) {
    const open = await cafe.say<{ status: string }[]>("GET", "/api/requests");
    assert.ok(open.every(({ status }) => status === "approved"), "a request waits after the hours");
    const body = draft(cafe.ownerId, { uri: "library:1" });
    const { status } = await app.call("POST", "/api/requests", { body });
    assert.equal(status, 409, "a request outside the hours is refused");
  }
}
