// The table of the rules that an owner gives the cafe (docs/house.md). Times are epoch ms.
import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { accounts } from "./accounts.ts";

/** One weekly opening time. If it closes at or before the time at which it opens, it ends on the next day. */
export interface OpeningTime {
  /** 1 is Monday, 7 is Sunday. */
  weekday: number;
  /** 'HH:MM' in Istanbul. */
  opens: string;
  closes: string;
}

/**
 * The rules of one cafe. A cafe without a row has none. The columns `accepts`, `closesAt` and `blockedFolded` follow from
 * the others and are written with them, so that the statement that files a request can compare them.
 */
export const houseRules = sqliteTable("house_rules", {
  ownerId: text("owner_id").primaryKey().references(() => accounts.id),
  /** Raised by each save. */
  version: integer().notNull(),
  requests: text({ enum: ["open", "closed", "hours"] }).notNull(),
  hours: text({ mode: "json" }).$type<OpeningTime[]>().notNull(),
  lastCallMinutes: integer("last_call_minutes"),
  /** Until then no requests are accepted, whatever `requests` says (docs/house.md#a-pause). */
  pausedUntil: integer("paused_until"),
  /** When requests are accepted: `[from, to)` in minutes from Monday 00:00, where `to` may lie in the next week. */
  accepts: text({ mode: "json" }).$type<[from: number, to: number][]>().notNull(),
  /** When the opening hours end next; null without hours that end. Pending requests from before expire then. */
  closesAt: integer("closes_at"),
  explicitRefused: integer("explicit_refused", { mode: "boolean" }).notNull(),
  blockedWords: text("blocked_words", { mode: "json" }).$type<string[]>().notNull(),
  /** The blocked words as they occur in folded text: each between two blanks. */
  blockedFolded: text("blocked_folded", { mode: "json" }).$type<string[]>().notNull(),
  longestMinutes: integer("longest_minutes"),
  repeatMinutes: integer("repeat_minutes"),
  perGuest: integer("per_guest"),
  /** How many songs a guest may ask for in 60 minutes. */
  perHour: integer("per_hour"),
  /** As `repeatMinutes`, by the first artist. */
  artistMinutes: integer("artist_minutes"),
  /** Until when guests are blocked (docs/house.md#blocks); null if none ever was. No rule of the owner: saving leaves it. */
  blockedUntil: integer("blocked_until"),
  approve: text({ enum: ["never", "always", "from"] }).notNull(),
  approveFromKurus: integer("approve_from_kurus"),
  /** What orders the queue (docs/house.md#order). */
  queueOrder: text("queue_order", { enum: ["tip", "patience"] }).notNull().default("tip"),
  /** With `patience`: how many songs that came later may play before a song. */
  patienceSongs: integer("patience_songs").notNull().default(5),
  /** Whether requests come from a table (docs/house.md#tables). */
  tables: text({ enum: ["off", "optional", "required"] }).notNull().default("off"),
  /** Who collects tips: the platform, or the cafe's own till (docs/money.md#till). */
  tips: text({ enum: ["platform", "till"] }).notNull().default("platform"),
  /** What guests are shown to pay their tips with, beside the till: an https address, or the text of a payment's QR code. */
  tillLink: text("till_link"),
  /** Whether guests may dedicate a song to a person (docs/house.md#dedications). */
  dedications: integer({ mode: "boolean" }).notNull().default(false),
}, (t) => [
  index("house_rules_closes").on(t.closesAt).where(sql`closes_at is not null`),
  check("house_rules_requests", sql`requests in ('open', 'closed', 'hours')`),
  check("house_rules_approve", sql`approve in ('never', 'always', 'from')`),
  check("house_rules_order", sql`queue_order in ('tip', 'patience')`),
  check("house_rules_patience", sql`patience_songs between 1 and 50`),
  check("house_rules_tables", sql`tables in ('off', 'optional', 'required')`),
  check("house_rules_tips", sql`tips in ('platform', 'till')`),
  check("house_rules_from", sql`approve <> 'from' or approve_from_kurus is not null`),
]);

// The tables of a cafe's room, at which guests sit (docs/house.md#tables).

export const cafeTables = sqliteTable("cafe_tables", {
  id: text().primaryKey(),
  ownerId: text("owner_id").notNull().references(() => accounts.id),
  label: text().notNull(),
  /** What stands on the table's card. Who knows it can send requests from this table. */
  code: text().notNull(),
}, (t) => [
  uniqueIndex("cafe_tables_label").on(t.ownerId, t.label),
  uniqueIndex("cafe_tables_code").on(t.ownerId, t.code),
]);

/**
 * A guest whose requests are refused until the cafe's day ends (docs/house.md#blocks). A row is deleted when that is over, so
 * that it keeps the guest's id for less than a day.
 */
export const guestBlocks = sqliteTable("guest_blocks", {
  id: text().primaryKey(),
  ownerId: text("owner_id").notNull().references(() => accounts.id),
  guestId: text("guest_id").notNull(),
  /** The title of the request at which the guest was blocked. */
  songTitle: text("song_title").notNull(),
  /** Whose decision it is. */
  blockedBy: text("blocked_by").notNull(),
  until: integer().notNull(),
}, (t) => [uniqueIndex("guest_blocks_guest").on(t.ownerId, t.guestId)]);
