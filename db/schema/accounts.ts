// Tables about people: accounts, logins, one-time secrets, letters, cafes. Times are epoch ms (UTC).
import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

/** A person who can log in. Several unverified registrations may share an e-mail, one verified may have it. */
export const accounts = sqliteTable("accounts", {
  id: text().primaryKey(),
  role: text({ enum: ["owner", "admin"] }).notNull(),
  /** Trimmed and lower-cased: addresses are compared without case. */
  email: text().notNull(),
  passwordHash: text("password_hash").notNull(),
  phone: text().notNull(),
  /** Goes up to end every login of the account at once (reset, change of role). */
  tokenVersion: integer("token_version").notNull().default(1),
  createdAt: integer("created_at").notNull(),
  verifiedAt: integer("verified_at"),
  /** Set when the owner deleted the account: personal data is gone, the ledger stays. */
  erasedAt: integer("erased_at"),
}, (t) => [
  uniqueIndex("accounts_verified_email").on(t.email).where(sql`verified_at is not null`),
  index("accounts_email").on(t.email),
  check("accounts_role", sql`role in ('owner', 'admin')`),
]);

/** One login. Logging out deletes the row, which ends that login alone. */
export const sessions = sqliteTable("sessions", {
  id: text().primaryKey(),
  accountId: text("account_id").notNull().references(() => accounts.id),
  createdAt: integer("created_at").notNull(),
  expiresAt: integer("expires_at").notNull(),
}, (t) => [index("sessions_account").on(t.accountId)]);

/** Verification codes, reset links, connection tickets and OAuth states: kept hashed, each good for one use. */
export const oneTimeSecrets = sqliteTable("one_time_secrets", {
  hash: text().primaryKey(),
  purpose: text({ enum: ["verify", "reset", "ticket", "state"] }).notNull(),
  accountId: text("account_id").notNull().references(() => accounts.id),
  /** What the secret's use needs to know again; encrypted where it is a secret itself. */
  detail: text().notNull().default(""),
  wrongTries: integer("wrong_tries").notNull().default(0),
  createdAt: integer("created_at").notNull(),
  expiresAt: integer("expires_at").notNull(),
}, (t) => [
  index("one_time_secrets_account").on(t.accountId, t.purpose),
  check("one_time_secrets_purpose", sql`purpose in ('verify', 'reset', 'ticket', 'state')`),
]);

/** The outbox: a letter is written in the commit that caused it and sent after the answer. */
export const letters = sqliteTable("letters", {
  id: text().primaryKey(),
  kind: text({ enum: ["verification_code", "reset_link", "password_changed", "address_in_use"] })
    .notNull(),
  recipient: text().notNull(),
  /** The code or link, encrypted; null where the kind has none and once it was sent. */
  secret: text(),
  createdAt: integer("created_at").notNull(),
  attempts: integer().notNull().default(0),
  nextAttemptAt: integer("next_attempt_at").notNull(),
  claimedUntil: integer("claimed_until"),
  sentAt: integer("sent_at"),
}, (t) => [
  index("letters_unsent").on(t.nextAttemptAt).where(sql`sent_at is null`),
  index("letters_recipient").on(t.recipient, t.kind, t.createdAt),
]);

export const cafes = sqliteTable("cafes", {
  id: text().primaryKey(),
  ownerId: text("owner_id").notNull().unique().references(() => accounts.id),
  name: text().notNull(),
  /** Empty, or 26 characters without blanks. */
  iban: text().notNull().default(""),
  accountHolderName: text("account_holder_name").notNull().default(""),
  createdAt: integer("created_at").notNull(),
}, () => [
  check("cafes_name", sql`length(name) between 1 and 100`),
  check("cafes_holder", sql`length(account_holder_name) <= 100`),
  check("cafes_iban", sql`iban = '' or (length(iban) = 26 and iban glob 'TR*')`),
]);
