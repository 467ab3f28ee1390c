// Tables about the team behind the bar: who works for which cafe, and who was invited (docs/team.md). Times are epoch ms.
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

/** A person who works for a cafe that is another's. A person who joins again has the same row. */
export const memberships = sqliteTable("memberships", {
  accountId: text("account_id").notNull().references(() => accounts.id),
  ownerId: text("owner_id").notNull().references(() => accounts.id),
  role: text({ enum: ["staff"] }).notNull(),
  /** What the owner calls the person. Empty once the cafe was deleted. */
  name: text().notNull(),
  /** The invitation that was accepted last: the owner's list may still know the person by it. */
  invitationId: text("invitation_id").notNull(),
  invitedAt: integer("invited_at").notNull(),
  joinedAt: integer("joined_at").notNull(),
  endedAt: integer("ended_at"),
}, (t) => [
  primaryKey({ columns: [t.accountId, t.ownerId] }),
  index("memberships_owner").on(t.ownerId),
  check("memberships_other", sql`account_id <> owner_id`),
  check("memberships_role", sql`role = 'staff'`),
  check("memberships_name", sql`length(name) <= 100`),
]);

/** An invitation that waits for its answer. It is deleted once it is accepted, taken back or over. */
export const invitations = sqliteTable("invitations", {
  /** Becomes the id of the account that its link makes. */
  id: text().primaryKey(),
  ownerId: text("owner_id").notNull().references(() => accounts.id),
  /** Trimmed and in lower case. */
  email: text().notNull(),
  name: text().notNull(),
  /** Of the link's token. */
  hash: text().notNull(),
  createdAt: integer("created_at").notNull(),
  expiresAt: integer("expires_at").notNull(),
}, (t) => [
  uniqueIndex("invitations_hash").on(t.hash),
  uniqueIndex("invitations_address").on(t.ownerId, t.email),
  index("invitations_email").on(t.email),
  check("invitations_name", sql`length(name) between 1 and 100`),
]);
