// Tables about evenings (docs/evenings.md): what is summed of a day that is over, what guests did not get, and the letter of
// the morning. Days are a cafe's (db/evenings/cafe_day.ts), times are epoch ms, amounts integer kuruş. Nothing of a guest is in them.
import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { accounts } from "./accounts.ts";

/**
 * The sums of a cafe's day that is over. A day without a request, a play and a receipt has no row. What was earned on it is
 * in `earned_days`. A trigger in db/migrations/0035_evenings.sql takes a song off that is reversed later.
 */
export const evenings = sqliteTable("evenings", {
  ownerId: text("owner_id").notNull().references(() => accounts.id),
  day: integer().notNull(),
  /** What guests filed on the day. */
  requests: integer().notNull(),
  /** Guests' songs whose play began on the day, without those whose tip was reversed; and their tips that are paid at the till. */
  played: integer().notNull(),
  expectedKurus: integer("expected_kurus").notNull(),
  /** What went into the till on the day, without what went out of it. */
  receivedKurus: integer("received_kurus").notNull(),
  /** How many guests filed requests, and how many requests those were. Null if that was not summed in time. */
  guests: integer(),
  guestRequests: integer("guest_requests"),
}, (t) => [primaryKey({ columns: [t.ownerId, t.day] })]);

/** The last day that is summed, in the one row of the table. */
export const eveningsClosed = sqliteTable("evenings_closed", {
  id: integer().primaryKey(),
  day: integer().notNull(),
}, () => [check("evenings_closed_one", sql`id = 1`)]);

/** How often a rule of the house refused a song on a day. Without a title: songs beyond those that are told apart. */
export const refusals = sqliteTable("refusals", {
  ownerId: text("owner_id").notNull().references(() => accounts.id),
  day: integer().notNull(),
  /** The rule's key in `GET /api/house`. */
  rule: text().notNull(),
  songTitle: text("song_title").notNull(),
  artist: text().notNull(),
  count: integer().notNull(),
}, (t) => [primaryKey({ columns: [t.ownerId, t.day, t.rule, t.songTitle, t.artist] })]);

/** How often guests searched on a day for words that found nothing. */
export const misses = sqliteTable("misses", {
  ownerId: text("owner_id").notNull().references(() => accounts.id),
  day: integer().notNull(),
  /** Folded, as the search folds them. */
  words: text().notNull(),
  count: integer().notNull(),
  /** At least so many guests did. */
  guests: integer().notNull(),
}, (t) => [
  primaryKey({ columns: [t.ownerId, t.day, t.words] }),
  index("misses_day").on(t.day),
]);

/** Cafes whose owner has chosen about the letter of the morning. */
export const morningLetters = sqliteTable("morning_letters", {
  ownerId: text("owner_id").primaryKey().references(() => accounts.id),
  isOn: integer("is_on", { mode: "boolean" }).notNull(),
  /** No letter is written about this day or one before it. */
  writtenDay: integer("written_day").notNull(),
}, (t) => [index("morning_letters_due").on(t.writtenDay).where(sql`is_on = 1`)]);
