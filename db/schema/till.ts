// What cafes took at their own tills (docs/money.md#till). Times are epoch ms, amounts integer kuruş.
import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { accounts } from "./accounts.ts";
import { songRequests } from "./requests.ts";

/**
 * Money that went into a cafe's till for a request, or, below zero, out of it again. Append-only. Triggers in
 * db/migrations/0026_till.sql add it to the request.
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
