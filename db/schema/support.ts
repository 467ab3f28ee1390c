// What guests add to the tips of requests. Times are epoch ms, tips integer kuruş.
import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { songRequests } from "./requests.ts";

/**
 * A tip that a guest added to a request that waits or is queued (docs/requests.md#support). Triggers in
 * db/migrations/0021_support.sql add it to the request, and let nothing but the guest's id change.
 */
export const supportTips = sqliteTable("support_tips", {
  id: text().primaryKey(),
  requestId: text("request_id").notNull().references(() => songRequests.id),
  guestId: text("guest_id"),
  kurus: integer().notNull(),
  createdAt: integer("created_at").notNull(),
}, (t) => [
  index("support_tips_request").on(t.requestId, t.guestId, t.kurus),
  index("support_tips_guest").on(t.guestId, t.createdAt).where(sql`guest_id is not null`),
  index("support_tips_guest_kept").on(t.createdAt).where(sql`guest_id is not null`),
  check("support_tips_kurus", sql`typeof(kurus) = 'integer' and kurus between 1 and 1000000`),
]);
