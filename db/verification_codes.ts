// Verification codes, which complete registrations (docs/accounts.md#codes).
import { and, eq, gt, isNull, lt, sql } from "drizzle-orm";
import type { LibSQLDatabase } from "drizzle-orm/libsql";
import type { Account } from "./accounts.ts";
import type { Database } from "./client.ts";
import { isUniqueViolation } from "./errors.ts";
import { type NewLetter, waits, writeLetter } from "./letters.ts";
import { alive } from "./one_time_secrets.ts";
import { accounts, cafes, letters, oneTimeSecrets } from "./schema/accounts.ts";

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
export function insertCode(d: LibSQLDatabase, accountId: string, code: NewCode, nowMs: number) {
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
