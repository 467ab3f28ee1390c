// The table of the rules that an owner gives the cafe (docs/house.md). Times are epoch ms.
import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
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
  approve: text({ enum: ["never", "always", "from"] }).notNull(),
  approveFromKurus: integer("approve_from_kurus"),
}, (t) => [
  index("house_rules_closes").on(t.closesAt).where(sql`closes_at is not null`),
  check("house_rules_requests", sql`requests in ('open', 'closed', 'hours')`),
  check("house_rules_approve", sql`approve in ('never', 'always', 'from')`),
  check("house_rules_from", sql`approve <> 'from' or approve_from_kurus is not null`),
]);
