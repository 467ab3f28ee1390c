// Tables about money, in integer kuruş (docs/money.md). Times are epoch ms. The triggers, which drizzle cannot
// declare, are in migrations.
import { sql } from "drizzle-orm";
import {
  check,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import { accounts } from "./accounts.ts";
import { songRequests } from "./requests.ts";

/** Append-only. A cafe's balance is the sum of its rows (docs/money.md#ledger). */
export const ledger = sqliteTable("ledger", {
  id: text().primaryKey(),
  ownerId: text("owner_id").notNull().references(() => accounts.id),
  kind: text({ enum: ["tip", "reversal", "payout", "fee", "waiver"] }).notNull(),
  amountKurus: integer("amount_kurus").notNull(),
  requestId: text("request_id").references(() => songRequests.id),
  payoutId: text("payout_id").references(() => payouts.id),
  createdAt: integer("created_at").notNull(),
}, (t) => [
  // Covers the sums, so that reading a balance does not touch the table.
  index("ledger_owner").on(t.ownerId, t.createdAt, t.kind, t.amountKurus),
  index("ledger_earned").on(t.createdAt).where(sql`kind = 'tip' and amount_kurus > 0`),
  uniqueIndex("ledger_request").on(t.requestId, t.kind).where(sql`request_id is not null`),
  uniqueIndex("ledger_payout").on(t.payoutId, t.kind).where(sql`payout_id is not null`),
  check(
    "ledger_kind",
    sql`(kind = 'tip' and amount_kurus >= 0 and request_id is not null and payout_id is null)
     or (kind = 'reversal' and amount_kurus <= 0 and request_id is not null and payout_id is null)
     or (kind in ('payout', 'fee') and amount_kurus < 0 and request_id is null and payout_id is not null)
     or (kind = 'waiver' and amount_kurus < 0 and request_id is null and payout_id is null)`,
  ),
]);

/** The sum of each owner's ledger rows, which triggers on the ledger keep. */
export const balances = sqliteTable("balances", {
  ownerId: text("owner_id").primaryKey().references(() => accounts.id),
  kurus: integer().notNull(),
});

/**
 * The totals of each cafe's tips on each of its days (db/evenings/cafe_day.ts), without those that were reversed. This and the two
 * tables below are sums of the ledger (docs/money.md#earnings), which triggers on it keep.
 */
export const earnedDays = sqliteTable("earned_days", {
  ownerId: text("owner_id").notNull().references(() => accounts.id),
  day: integer().notNull(),
  kurus: integer().notNull(),
}, (t) => [primaryKey({ columns: [t.ownerId, t.day] })]);

/**
 * The songs that a cafe has played, each with its last tip, reversed or not, and that tip's request. A migration that changes
 * the `song_key` of requests in free words has to change `song` too.
 */
export const earnedSongs = sqliteTable("earned_songs", {
  id: integer().primaryKey(),
  ownerId: text("owner_id").notNull().references(() => accounts.id),
  /** Its uri, and of a song in free words, which have one uri together, its words too. */
  song: text().notNull(),
  requestId: text("request_id").notNull().references(() => songRequests.id),
  lastAt: integer("last_at").notNull(),
}, (t) => [
  uniqueIndex("earned_songs_song").on(t.ownerId, t.song),
  index("earned_songs_last").on(t.ownerId, t.lastAt),
]);

/**
 * A song's tips and their sum from the first until the end of a day, for each day that it was played; a reversed tip is
 * in neither. The total of a range of days is the difference of two rows, however long it is.
 */
export const earnedSongDays = sqliteTable("earned_song_days", {
  songId: integer("song_id").notNull().references(() => earnedSongs.id),
  day: integer().notNull(),
  tips: integer().notNull(),
  kurus: integer().notNull(),
}, (t) => [primaryKey({ columns: [t.songId, t.day] })]);

/** A closed period of a cafe (docs/money.md#payouts). */
export const payouts = sqliteTable("payouts", {
  id: text().primaryKey(),
  ownerId: text("owner_id").notNull().references(() => accounts.id),
  startAt: integer("start_at").notNull(),
  endAt: integer("end_at").notNull(),
  /** What the cafe receives, after the fee. */
  totalKurus: integer("total_kurus").notNull(),
  /** What the platform keeps. A trigger requires total and fee to add up to what was earned. */
  feeKurus: integer("fee_kurus").notNull().default(0),
  /** The bank details that it was paid to. Empty until then: a pending payout goes to the cafe's present ones. */
  iban: text().notNull(),
  accountHolderName: text("account_holder_name").notNull(),
  status: text({ enum: ["pending", "paid", "waived"] }).notNull().default("pending"),
  createdAt: integer("created_at").notNull(),
  paidAt: integer("paid_at"),
  paidBy: text("paid_by").references(() => accounts.id),
}, (t) => [
  uniqueIndex("payouts_period").on(t.ownerId, t.endAt),
  index("payouts_paid_at").on(t.paidAt).where(sql`status = 'paid'`),
  index("payouts_pending").on(t.createdAt).where(sql`status = 'pending'`),
  check("payouts_total", sql`total_kurus > 0`),
  check("payouts_span", sql`end_at >= start_at`),
  check("payouts_paid", sql`(status = 'paid') = (paid_at is not null)`),
]);

/**
 * Payouts that were marked as paid by mistake, with the marking that was corrected (docs/money.md#correction). Triggers
 * accept a row within a day, and make the payout pending again.
 */
export const payoutCorrections = sqliteTable("payout_corrections", {
  id: text().primaryKey(),
  payoutId: text("payout_id").notNull().references(() => payouts.id),
  paidAt: integer("paid_at").notNull(),
  paidBy: text("paid_by").notNull().references(() => accounts.id),
  correctedAt: integer("corrected_at").notNull(),
  correctedBy: text("corrected_by").notNull().references(() => accounts.id),
}, (t) => [index("payout_corrections_payout").on(t.payoutId)]);

/** The ends of the periods that were closed, by schedule or by hand. */
export const closings = sqliteTable("closings", {
  endsAt: integer("ends_at").primaryKey(),
  closedAt: integer("closed_at").notNull(),
});

// What cafes took at their own tills (docs/money.md#till). Times are epoch ms, amounts integer kuruş.

/**
 * Money that went into a cafe's till for a request, or, below zero, out of it again. Append-only. Triggers
 * add it to the request.
 */
export const tillReceipts = sqliteTable("till_receipts", {
  id: text().primaryKey(),
  ownerId: text("owner_id").notNull().references(() => accounts.id),
  requestId: text("request_id").notNull().references(() => songRequests.id),
  kurus: integer().notNull(),
  createdAt: integer("created_at").notNull(),
}, (t) => [
  index("till_receipts_owner").on(t.ownerId, t.createdAt, t.kurus),
  index("till_receipts_request").on(t.requestId, t.kurus),
  check("till_receipts_kurus", sql`typeof(kurus) = 'integer' and kurus <> 0`),
]);
