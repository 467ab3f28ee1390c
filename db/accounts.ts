// Accounts: how one begins, with verification codes and other one-time secrets (docs/accounts.md#registration), and new passwords,
// set while logged in or by a reset link (docs/accounts.md#reset).
import { and, desc, eq, gt, inArray, isNotNull, isNull, lt, ne, sql } from "drizzle-orm";
import type { LibSQLDatabase } from "drizzle-orm/libsql";
import type { Database } from "./client.ts";
import { isUniqueViolation } from "./errors.ts";
import { type NewLetter, waits, withinLimit, writeLetter } from "./letters.ts";
import { accounts, cafes, letters, oneTimeSecrets, sessions } from "./schema/accounts.ts";
import {
  type Ender,
  raisePersonsRoomsIfChanged,
  type RevisedRoom,
  selectPersonsRooms,
} from "./sessions.ts";

export type Account = typeof accounts.$inferSelect;

/** The verified account with this normalised e-mail. There is at most one. */
export async function findVerifiedAccount(
  db: Database,
  email: string,
): Promise<Account | undefined> {
  return await db.read.select().from(accounts)
    .where(
      and(eq(accounts.email, email), isNotNull(accounts.verifiedAt), isNull(accounts.erasedAt)),
    )
    .get();
}

/** The account with this id, unless it was erased. */
export async function findAccount(db: Database, id: string): Promise<Account | undefined> {
  return await db.read.select().from(accounts)
    .where(and(eq(accounts.id, id), isNull(accounts.erasedAt))).get();
}

/** Inserts a verified admin unless a verified account has the e-mail. Returns whether it inserted one. */
export async function insertAdmin(
  db: Database,
  admin: Pick<Account, "id" | "email" | "passwordHash" | "createdAt">,
): Promise<boolean> {
  const { id, email, passwordHash, createdAt } = admin;
  const [rows] = await db.write((d) => [
    d.all<{ id: string }>(sql`
      insert into accounts (id, role, email, password_hash, phone, created_at, verified_at)
      select ${id}, 'admin', ${email}, ${passwordHash}, '', ${createdAt}, ${createdAt}
      where not exists (select 1 from accounts where email = ${email} and verified_at is not null)
      returning id`),
  ]);
  return rows.length > 0;
}

// One-time secrets: verification codes, reset links, connection tickets, OAuth states. Only their hashes are
// stored. A secret is used by one conditional delete, so that one of several concurrent callers succeeds.

type OneTimeSecret = typeof oneTimeSecrets.$inferSelect;
type SecretPurpose = OneTimeSecret["purpose"];

/** Stores a new secret. */
export async function insertSecret(
  db: Database,
  secret: typeof oneTimeSecrets.$inferInsert,
): Promise<void> {
  await db.write((d) => [d.insert(oneTimeSecrets).values(secret)]);
}

/** Uses the secret. Returns undefined if it is unknown, expired or used already. */
export async function takeSecret(
  db: Database,
  purpose: SecretPurpose,
  hash: string,
  nowMs: number,
): Promise<OneTimeSecret | undefined> {
  const [rows] = await db.write((d) => [
    d.delete(oneTimeSecrets).where(alive(purpose, hash, nowMs)).returning(),
  ]);
  return rows[0];
}

/** The secret if it would still work, without using it. */
export async function findSecret(
  db: Database,
  purpose: SecretPurpose,
  hash: string,
  nowMs: number,
): Promise<OneTimeSecret | undefined> {
  return await db.read.select().from(oneTimeSecrets).where(alive(purpose, hash, nowMs)).get();
}

/** The condition that a secret works at `nowMs`. */
export function alive(purpose: SecretPurpose, hash: string, nowMs: number) {
  return and(
    eq(oneTimeSecrets.hash, hash),
    eq(oneTimeSecrets.purpose, purpose),
    gt(oneTimeSecrets.expiresAt, nowMs),
  );
}

// Verification codes, which complete registrations (docs/accounts.md#codes).

/** A verification code: its hash, and the letter that carries it. */
export interface NewCode {
  hash: string;
  expiresAt: number;
  letter: NewLetter;
}

/**
 * Replaces a registration's code, unless its last one is newer than `notSince` or its letter is over a limit. Returns whether
 * it did.
 */
export async function replaceCode(
  db: Database,
  accountId: string,
  code: NewCode,
  { nowMs, notSince }: { nowMs: number; notSince: number },
): Promise<boolean> {
  // A code is as old as the letter that carried it.
  const rested = sql`exists (select 1 from accounts where id = ${accountId} and verified_at is null)
    and not exists (select 1 from one_time_secrets where account_id = ${accountId}
      and purpose = 'verify' and created_at > ${notSince})`;
  const [, , , written] = await db.write((d) => [
    writeLetter(d, code.letter, rested),
    d.delete(oneTimeSecrets).where(
      and(
        eq(oneTimeSecrets.accountId, accountId),
        eq(oneTimeSecrets.purpose, "verify"),
        waits(code.letter.id),
      ),
    ),
    insertCode(d, accountId, code, nowMs),
    d.all<{ id: string }>(sql`select id from letters where id = ${code.letter.id}`),
  ]);
  return written.length > 0;
}

/** The statement that stores a code if an earlier statement of the same commit wrote its letter. */
function insertCode(d: LibSQLDatabase, accountId: string, code: NewCode, nowMs: number) {
  return d.run(sql`
    insert into one_time_secrets (hash, purpose, account_id, created_at, expires_at)
    select ${code.hash}, 'verify', ${accountId}, ${nowMs}, ${code.expiresAt}
    where ${waits(code.letter.id)}`);
}

/** The codes that can still complete a registration of this e-mail. */
export async function findLiveCodes(
  db: Database,
  email: string,
  nowMs: number,
  maxWrongTries: number,
) {
  return await db.read.select({ accountId: accounts.id, hash: oneTimeSecrets.hash })
    .from(oneTimeSecrets).innerJoin(accounts, eq(accounts.id, oneTimeSecrets.accountId))
    .where(
      and(
        eq(accounts.email, email),
        isNull(accounts.verifiedAt),
        eq(oneTimeSecrets.purpose, "verify"),
        gt(oneTimeSecrets.expiresAt, nowMs),
        lt(oneTimeSecrets.wrongTries, maxWrongTries),
      ),
    );
}

/** Counts a wrong try against every code of this e-mail. */
export async function countWrongTry(db: Database, email: string): Promise<void> {
  await db.write((d) => [
    d.update(oneTimeSecrets).set({ wrongTries: sql`wrong_tries + 1` }).where(
      and(
        eq(oneTimeSecrets.purpose, "verify"),
        sql`account_id in (select id from accounts where email = ${email} and verified_at is null)`,
      ),
    ),
  ]);
}

/**
 * Uses the code, verifies its account, and deletes the e-mail's other registrations, in one commit. Returns
 * undefined if the code was used, has expired or was tried too often, or another account verified the e-mail.
 */
export async function completeRegistration(
  db: Database,
  { accountId, email, hash }: { accountId: string; email: string; hash: string },
  nowMs: number,
  maxWrongTries: number,
): Promise<Account | undefined> {
  try {
    const { verified } = await db.write((d) => ({
      used: d.delete(oneTimeSecrets)
        .where(and(alive("verify", hash, nowMs), lt(oneTimeSecrets.wrongTries, maxWrongTries))),
      verified: d.update(accounts).set({ verifiedAt: nowMs })
        .where(and(eq(accounts.id, accountId), isNull(accounts.verifiedAt), sql`changes() > 0`))
        .returning(),
      ...forgetRegistrations(d, accountId, email),
      letters: d.delete(letters).where(
        and(
          eq(letters.recipient, email),
          eq(letters.kind, "verification_code"),
          isNull(letters.sentAt),
          sql`exists (select 1 from accounts where id = ${accountId} and verified_at is not null)`,
        ),
      ),
    }));
    return verified[0];
  } catch (error) {
    if (isUniqueViolation(error)) return undefined;
    throw error;
  }
}

/** The statements that delete the unverified registrations of an e-mail once this account is verified. */
export function forgetRegistrations(d: LibSQLDatabase, accountId: string, email: string) {
  const siblings = sql`(select id from accounts where email = ${email} and verified_at is null
    and exists (select 1 from accounts where id = ${accountId} and verified_at is not null))`;
  return {
    secrets: d.delete(oneTimeSecrets).where(sql`account_id in ${siblings}`),
    cafes: d.delete(cafes).where(sql`owner_id in ${siblings}`),
    accounts: d.delete(accounts).where(sql`id in ${siblings}`),
  };
}

// Registrations: accounts that are not verified yet. Several may share an e-mail (docs/accounts.md#registration).

interface NewRegistration {
  account: Pick<Account, "id" | "email" | "passwordHash" | "phone" | "createdAt">;
  cafe: { id: string; name: string };
  code: NewCode;
  /** Sent instead of the code if a verified account has the e-mail. */
  notice: NewLetter;
}

/**
 * Writes account, cafe, code and letter in one commit. If a verified account has the e-mail, it writes only the
 * notice and returns false. If the recipient got too many letters, the account is written without a code.
 */
export async function insertRegistration(db: Database, r: NewRegistration): Promise<boolean> {
  const { id, email, passwordHash, phone, createdAt } = r.account;
  const registered = sql`exists (select 1 from accounts where id = ${id})`;
  const [rows] = await db.write((d) => [
    d.all<{ id: string }>(sql`
      insert into accounts (id, role, email, password_hash, phone, created_at)
      select ${id}, 'owner', ${email}, ${passwordHash}, ${phone}, ${createdAt}
      where not exists (select 1 from accounts where email = ${email} and verified_at is not null)
      returning id`),
    d.run(sql`
      insert into cafes (id, owner_id, name, created_at)
      select ${r.cafe.id}, ${id}, ${r.cafe.name}, ${createdAt} where ${registered}`),
    writeLetter(d, r.code.letter, registered),
    insertCode(d, id, r.code, createdAt),
    writeLetter(d, r.notice, sql`not ${registered}`),
  ]);
  return rows.length > 0;
}

/** The unverified registrations of an e-mail among `ids`, newest first. */
export async function findRegistrationsAmong(
  db: Database,
  email: string,
  ids: string[],
): Promise<Account[]> {
  if (ids.length === 0) return [];
  return await db.read.select().from(accounts)
    .where(and(eq(accounts.email, email), isNull(accounts.verifiedAt), inArray(accounts.id, ids)))
    .orderBy(desc(accounts.id));
}

/** The newest unverified registration of an e-mail. */
export async function findNewestRegistration(
  db: Database,
  email: string,
): Promise<Account | undefined> {
  return await db.read.select().from(accounts)
    .where(and(eq(accounts.email, email), isNull(accounts.verifiedAt)))
    .orderBy(desc(accounts.id)).limit(1).get();
}

/**
 * Sets the password if `oldHash` is still the account's and the login has not ended. The same commit ends every other login
 * and every link of the account, every token of this login, and writes the notice. Returns undefined if it set none, else the person's rooms, which
 * are raised if a login has ended.
 */
export async function changePassword(
  db: Database,
  { accountId, sessionId }: Ender,
  { oldHash, newHash, notice }: {
    oldHash: string;
    /** Salted, so no other row has it: later statements see by it that the first one took effect. */
    newHash: string;
    notice: NewLetter;
  },
  nowMs: number,
): Promise<RevisedRoom[] | undefined> {
  const done = sql`exists (select 1 from accounts
    where id = ${accountId} and password_hash = ${newHash})`;
  const { changed, rooms } = await db.write((d) => ({
    changed: d.update(accounts).set({ passwordHash: newHash, tokenVersion: sql`token_version + 1` })
      .where(and(
        eq(accounts.id, accountId),
        eq(accounts.passwordHash, oldHash),
        isNull(accounts.erasedAt),
        sql`exists (select 1 from sessions where id = ${sessionId} and expires_at > ${nowMs})`,
      )).returning({ id: accounts.id }),
    ended: d.delete(sessions)
      .where(and(eq(sessions.accountId, accountId), ne(sessions.id, sessionId), done)),
    // The pages of those logins fetch again, and are refused.
    raised: raisePersonsRoomsIfChanged(accountId),
    secrets: d.delete(oneTimeSecrets).where(and(eq(oneTimeSecrets.accountId, accountId), done)),
    notice: writeLetter(d, notice, done),
    rooms: selectPersonsRooms(accountId),
  }));
  return changed.length > 0 ? rooms : undefined;
}

// Reset links and the passwords that they set (docs/accounts.md#reset).

/** A reset link: its token's hash, and the letter that carries it. */
interface NewResetLink {
  hash: string;
  createdAt: number;
  expiresAt: number;
  letter: NewLetter;
}

/**
 * Stores a reset link for the verified account with this e-mail, in place of its older ones. If there is no
 * account, the letter is stored as one that needs no sending: both cases cost one commit, so that the time of
 * the answer does not tell them apart.
 */
export async function insertResetLink(db: Database, email: string, link: NewResetLink) {
  const { letter, createdAt } = link;
  const known = sql`(select id from accounts
    where email = ${email} and verified_at is not null and erased_at is null)`;
  await db.write((d) => [
    d.run(sql`
      insert into letters (id, kind, recipient, secret, origin, created_at, next_attempt_at, sent_at)
      select ${letter.id}, ${letter.kind}, ${letter.recipient},
        case when exists ${known} then ${letter.secret} end, ${letter.origin}, ${createdAt}, ${createdAt},
        case when exists ${known} then null else ${createdAt} end
      where ${withinLimit(letter)}`),
    d.delete(oneTimeSecrets).where(
      and(
        eq(oneTimeSecrets.purpose, "reset"),
        sql`account_id in ${known}`,
        waits(letter.id),
      ),
    ),
    d.run(sql`
      insert into one_time_secrets (hash, purpose, account_id, created_at, expires_at)
      select ${link.hash}, 'reset', id, ${createdAt}, ${link.expiresAt}
      from accounts where id in ${known} and ${waits(letter.id)}`),
  ]);
}

/**
 * Uses the link and sets the password. The same commit ends every login, secret and token of the account and
 * writes the notice to its owner. Returns undefined if the link did not work any more, else the person's rooms, which are
 * raised if a login has ended.
 */
export async function resetPassword(
  db: Database,
  { hash, accountId, passwordHash, notice }: {
    hash: string;
    accountId: string;
    /** Salted, so no other row has it: later statements see by it that the first ones took effect. */
    passwordHash: string;
    notice: NewLetter;
  },
  nowMs: number,
): Promise<RevisedRoom[] | undefined> {
  const done = sql`exists (select 1 from accounts
    where id = ${accountId} and password_hash = ${passwordHash})`;
  const { changed, rooms } = await db.write((d) => ({
    used: d.delete(oneTimeSecrets)
      .where(and(alive("reset", hash, nowMs), eq(oneTimeSecrets.accountId, accountId))),
    changed: d.update(accounts).set({ passwordHash, tokenVersion: sql`token_version + 1` })
      .where(and(eq(accounts.id, accountId), sql`changes() > 0`)).returning({ id: accounts.id }),
    sessions: d.delete(sessions).where(and(eq(sessions.accountId, accountId), done)),
    // The pages of those logins fetch again, and are refused.
    raised: raisePersonsRoomsIfChanged(accountId),
    secrets: d.delete(oneTimeSecrets).where(and(eq(oneTimeSecrets.accountId, accountId), done)),
    notice: writeLetter(d, notice, done),
    rooms: selectPersonsRooms(accountId),
  }));
  return changed.length > 0 ? rooms : undefined;
}
