// What cafes have earned and been paid by their own count: tips by their time, and closings by the calendar.
import { strict as assert } from "node:assert";
import type { Deps } from "../../../server/deps.ts";
import type { Payout, TillDays } from "../../../server/contract/payouts.ts";
import type { TestApp } from "../../support/start/test_app.ts";
import { draft } from "../../support/people/requests.ts";
import { assertLedgerAgrees } from "../../support/db/ledger_invariants.ts";
import type { StaffedCafe } from "./staffed_cafe.ts";
import { sql } from "../../support/db/sql.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const WEEK_MS = 7 * DAY_MS;
/** Monday, 2 November 2026, 00:00 in Istanbul. */
const MONDAY = Date.UTC(2026, 10, 1, 21);

interface Tip {
  at: number;
  kurus: number;
}

/** The books of all cafes, which close together. */
export class Books {
  readonly #closings: { closedAt: number; endsAt: number }[] = [];

  constructor(readonly cafes: CafeBooks[], readonly feePercent: number) {}

  get closings(): number {
    return this.#closings.length;
  }

  /** Closes what is due at `now`: each Monday, or right behind what a clock that ran ahead has closed. */
  closeIfDue(now: number): void {
    const due = MONDAY + Math.floor((now - MONDAY) / WEEK_MS) * WEEK_MS;
    const tips = this.cafes.flatMap(({ all }) => all.filter(({ kurus }) => kurus > 0))
      .map(({ at }) => at);
    const last = Math.max(...this.#closings.map(({ endsAt }) => endsAt));
    if (last > now + DAY_MS) {
      const isDone = this.#closings.some(({ closedAt, endsAt }) =>
        closedAt >= due && closedAt <= now && endsAt > closedAt
      );
      if (!isDone) this.#close(Math.max(now, last + 1, Math.max(...tips) + 1), now);
      return;
    }
    const first = this.#closings.length > 0 ? last : Math.min(...tips);
    for (let end = mondayAfter(first); end <= due; end += WEEK_MS) this.#close(end, now);
  }

  #close(endsAt: number, closedAt: number): void {
    this.#closings.push({ endsAt, closedAt });
    for (const cafe of this.cafes) cafe.close(endsAt, this.feePercent);
  }
}

export class CafeBooks {
  /** Reversed ones too. */
  readonly all: Tip[] = [];
  #unpaid: Tip[] = [];
  /** What was closed, oldest first, in kuruş: what the cafe receives, and the fee. */
  readonly payouts: { endsAt: number; kurus: number; fee: number }[] = [];
  /** Of the till. What was not to be received in the end is below zero. */
  readonly due: Tip[] = [];
  readonly received: Tip[] = [];

  earn(kurus: number, at: number): void {
    const tip = { at, kurus };
    this.all.push(tip);
    this.#unpaid.push(tip);
  }

  /** The song that began last was cut short. */
  reverse(): void {
    this.#unpaid.pop();
  }

  get balanceKurus(): number {
    return sumOf(this.#unpaid);
  }

  close(endsAt: number, feePercent: number): void {
    const kurus = sumOf(this.#unpaid.filter(({ at }) => at < endsAt));
    if (kurus === 0) return;
    this.#unpaid = this.#unpaid.filter(({ at }) => at >= endsAt);
    const fee = Math.floor(kurus * feePercent / 100);
    this.payouts.push({ endsAt, kurus: kurus - fee, fee });
  }
}

/** A cafe's day begins at 06:00 in Istanbul. */
const DAY_BEGINS_MS = 6 * 60 * 60 * 1000;

/** The sum of `tips` on the `days` days of a cafe that end with that of `now`, in kuruş. */
export function sumWithin(tips: Tip[], days: number, now: number): number {
  const first = MONDAY + DAY_BEGINS_MS;
  const end = first + (Math.floor((now - first) / DAY_MS) + 1) * DAY_MS;
  return sumOf(tips.filter(({ at }) => at >= end - days * DAY_MS && at < end));
}

function mondayAfter(at: number): number {
  return MONDAY + (Math.floor((at - MONDAY) / WEEK_MS) + 1) * WEEK_MS;
}

function sumOf(tips: Tip[]): number {
  return tips.reduce((sum, { kurus }) => sum + kurus, 0);
}

// How many rows each table has, and how many the evenings should have left (docs/accounts.md#retention).

/** What the evenings have done so far. */
export interface Counts {
  asked: number;
  supported: number;
  played: number;
  receipts: number;
  /** Rows of the ledger for songs: tips and reversals. */
  entries: number;
}

/** What is kept for a time only, by kind. */
export class Kept {
  #until: Record<string, number[]> = {};

  add(kind: string, untilMs: number): void {
    (this.#until[kind] ??= []).push(untilMs);
  }

  /** Forgets what has ended by now, as the hourly job does. */
  forget(now: number): void {
    this.#until = Object.fromEntries(
      Object.entries(this.#until).map(([kind, all]) => [kind, all.filter((end) => end >= now)]),
    );
  }

  count(kind: string): number {
    return this.#until[kind]?.length ?? 0;
  }
}

export function noCounts(): Counts {
  return { asked: 0, supported: 0, played: 0, receipts: 0, entries: 0 };
}

/** What the tables should hold: a number, or the most that there may be. */
export type Expected = Record<string, number | { atMost: number }>;

/** Fails unless each table has as many rows as expected; a table of which nothing is expected fails too. */
export async function assertRows({ db }: Pick<Deps, "db">, expected: Expected): Promise<void> {
  const counted = await countRows(db);
  const wrong = Object.entries(counted).flatMap(([table, rows]) => {
    const should = expected[table];
    if (should === undefined) return [`${table} is not known here`];
    const fits = typeof should === "number" ? rows === should : rows <= should.atMost;
    return fits ? [] : [`${table} has ${rows} rows, not ${JSON.stringify(should)}`];
  });
  assert.deepEqual(wrong, []);
}

/** The rows of each table. Those of the search's index follow from the library's. */
async function countRows(db: Deps["db"]): Promise<Record<string, number>> {
  const tables = await db.all<{ name: string }>(
    sql`select name from sqlite_master where type = 'table' and name not like 'sqlite_%'
      and name not like 'library_words%' and name <> 'library_vocabulary'
      and name <> '__drizzle_migrations' order by name`,
  );
  const counted: Record<string, number> = {};
  for (const { name } of tables) {
    const [row] = await db.all<{ n: number }>(sql(`select count(*) as n from "${name}"`));
    counted[name] = row!.n;
  }
  return counted;
}

/** Requests and tips that still know their guest. */
export async function countGuestIds({ db }: Pick<Deps, "db">): Promise<number> {
  const [row] = await db.all<{ n: number }>(sql`
    select (select count(*) from song_requests where guest_id is not null)
      + (select count(*) from support_tips where guest_id is not null) as n`);
  return row!.n;
}

// What is looked at each noon, after the server has started: the books, the rows, and what the night has left.

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
    // An evening is summed once it is over; its letter is written only if an owner wants one.
    evenings: { atMost: n * evenings },
    evenings_closed: { atMost: 1 },
    // Each song is refused at most once by each rule on a day, as the noon's request outside the hours is.
    refusals: { atMost: n * (evenings + 1) * SONGS },
    // What was learned of the music account's limit, if anything was asked of it.
    call_allowances: { atMost: 1 },
    ...{ hidden_songs: 0, guest_blocks: 0, dedications: 0, misses: 0, morning_letters: 0 },
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
