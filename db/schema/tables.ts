// The tables of a cafe's room, at which guests sit (docs/house.md#tables).
import { sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { accounts } from "./accounts.ts";

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
