// The table about repeated calls. Times are epoch ms.
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Which request a repeated POST /api/requests stands for (docs/requests.md#idempotency). */
export const idempotencyKeys = sqliteTable("idempotency_keys", {
  ownerId: text("owner_id").notNull(),
  guestId: text("guest_id").notNull(),
  key: text().notNull(),
  bodyHash: text("body_hash").notNull(),
  requestId: text("request_id").notNull(),
  createdAt: integer("created_at").notNull(),
}, (t) => [
  primaryKey({ columns: [t.ownerId, t.guestId, t.key] }),
  index("idempotency_keys_created").on(t.createdAt),
]);
