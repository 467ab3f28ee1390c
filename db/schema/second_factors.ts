// Tables of the second factor of a login (docs/accounts.md#second-factor). Times are epoch ms.
import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { accounts } from "./accounts.ts";

/** The secret that an account shares with an authenticator app. It asks for codes once it is confirmed. */
export const secondFactors = sqliteTable("second_factors", {
  accountId: text("account_id").primaryKey().references(() => accounts.id),
  /** In base32, encrypted. */
  secret: text().notNull(),
  begunAt: integer("begun_at").notNull(),
  /** Null while it waits for its first code. */
  confirmedAt: integer("confirmed_at"),
  /** The newest 30-second step whose code was accepted. No code of this or an earlier step is accepted again. */
  lastStep: integer("last_step").notNull().default(0),
}, () => [check("second_factors_step", sql`last_step >= 0`)]);

/** The recovery codes that were not used yet, as keyed hashes. */
export const recoveryCodes = sqliteTable("recovery_codes", {
  hash: text().primaryKey(),
  accountId: text("account_id").notNull().references(() => accounts.id),
}, (t) => [index("recovery_codes_account").on(t.accountId)]);
