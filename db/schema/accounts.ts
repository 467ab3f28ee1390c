// Tables about people: accounts, logins, one-time secrets, letters, cafes. Times are epoch ms.
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

/**
 * A person who can log in. Several unverified accounts may share an e-mail, but only one verified account. `role` tells
 * the admin from everyone else, whose account is an 'owner' with or without a cafe: what a person is to a cafe follows from
 * `cafes` and `memberships` (docs/team.md#roles).
 */
export const accounts = sqliteTable("accounts", {
  id: text().primaryKey(),
  role: text({ enum: ["owner", "admin"] }).notNull(),
  /** Trimmed and in lower case: addresses are compared without case. */
  email: text().notNull(),
  passwordHash: text("password_hash").notNull(),
  phone: text().notNull(),
  /** Raised to end every token of the account. */
  tokenVersion: integer("token_version").notNull().default(1),
  createdAt: integer("created_at").notNull(),
  verifiedAt: integer("verified_at"),
  /** Set when the owner deleted the account (docs/accounts.md#deletion). */
  erasedAt: integer("erased_at"),
}, (t) => [
  uniqueIndex("accounts_verified_email").on(t.email).where(sql`verified_at is not null`),
  index("accounts_email").on(t.email),
  check("accounts_role", sql`role in ('owner', 'admin')`),
]);

/** One login. Logging out deletes the row; a renewal moves its end (docs/accounts.md#renewal). */
export const sessions = sqliteTable("sessions", {
  id: text().primaryKey(),
  accountId: text("account_id").notNull().references(() => accounts.id),
  createdAt: integer("created_at").notNull(),
  expiresAt: integer("expires_at").notNull(),
  /** What it was made on: 'Chrome, Windows'. Null for logins from before this column. */
  device: text(),
  /** When it was last used, to the hour. Null if that was within its first hour. */
  lastUsedAt: integer("last_used_at"),
}, (t) => [index("sessions_account").on(t.accountId)]);

/** Verification codes, reset links, connection tickets and OAuth states, each stored as a hash. */
export const oneTimeSecrets = sqliteTable("one_time_secrets", {
  hash: text().primaryKey(),
  purpose: text({ enum: ["verify", "reset", "ticket", "state"] }).notNull(),
  accountId: text("account_id").notNull().references(() => accounts.id),
  /** Data for the use of the secret, encrypted if it is secret itself. */
  detail: text().notNull().default(""),
  wrongTries: integer("wrong_tries").notNull().default(0),
  createdAt: integer("created_at").notNull(),
  expiresAt: integer("expires_at").notNull(),
}, (t) => [
  index("one_time_secrets_account").on(t.accountId, t.purpose),
  check("one_time_secrets_purpose", sql`purpose in ('verify', 'reset', 'ticket', 'state')`),
]);

/** The outbox: a letter is written by the commit that causes it, and sent after the answer. */
export const letters = sqliteTable("letters", {
  id: text().primaryKey(),
  kind: text({
    enum: [
      "verification_code",
      "reset_link",
      "password_changed",
      "address_in_use",
      "invitation",
      "second_factor_on",
      "second_factor_off",
      "morning",
    ],
  }).notNull(),
  recipient: text().notNull(),
  /** The code or link, encrypted. Null if the kind has none, and once the letter was sent. */
  secret: text(),
  /** Where its links lead. Null if it has none, and in letters from before this column. */
  origin: text(),
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
  /** The provider that its music comes from; null: the first of the list (server/music/providers.ts). */
  source: text(),
  /** When the owner first printed the cards with the QR code. */
  cardsPrintedAt: integer("cards_printed_at"),
  /** When the first steps were done or put away (docs/accounts.md#first-steps). Null: the panel shows them. */
  setUpAt: integer("set_up_at"),
  /** Songs that the owner suggests to guests while there is no history, as JSON (docs/music.md#suggestions). */
  picks: text().notNull().default("[]"),
}, () => [
  // The code of the short address (docs/http.md#short-addresses).
  uniqueIndex("cafes_short_code").on(sql`substr(lower(id), -8)`),
  check("cafes_name", sql`length(name) between 1 and 100`),
  check("cafes_holder", sql`length(account_holder_name) <= 100`),
  check("cafes_iban", sql`iban = '' or (length(iban) = 26 and iban glob 'TR*')`),
]);

// Tables of the second factor of a login (docs/accounts.md#second-factor). Times are epoch ms.

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

// Tables about the team behind the bar: who works for which cafe, and who was invited (docs/team.md). Times are epoch ms.

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
