// Verification codes: what completes a registration, and what stops guessing.
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

/** Replaces a registration's code by a new one, unless its letter may not be written. */
export async function replaceCode(
  db: Database,
  accountId: string,
  code: NewCode,
  { nowMs, notSince }: { nowMs: number; notSince: number },
): Promise<void> {
  // The last letter's time stands in the code that it carried: at most one a minute an account.
  const rested = sql`exists (select 1 from accounts where id = ${accountId} and verified_at is null)
    and not exists (select 1 from one_time_secrets where account_id = ${accountId}
      and purpose = 'verify' and created_at > ${notSince})`;
  await db.write((d) => [
    writeLetter(d, code.letter, rested),
    d.delete(oneTimeSecrets).where(
      and(
        eq(oneTimeSecrets.accountId, accountId),
        eq(oneTimeSecrets.purpose, "verify"),
        waits(code.letter.id),
      ),
    ),
    insertCode(d, accountId, code, nowMs),
  ]);
}

/** The statement that keeps a code where an earlier one of the same commit wrote its letter. */
export function insertCode(d: LibSQLDatabase, accountId: string, code: NewCode, nowMs: number) {
  return d.run(sql`
    insert into one_time_secrets (hash, purpose, account_id, created_at, expires_at)
    select ${code.hash}, 'verify', ${accountId}, ${nowMs}, ${code.expiresAt}
    where ${waits(code.letter.id)}`);
}

/** The codes that may still complete a registration of this e-mail. */
export async function findLiveCodes(
  db: Database,
  email: string,
  nowMs: number,
  mostWrongTries: number,
) {
  return await db.read.select({ accountId: accounts.id, hash: oneTimeSecrets.hash })
    .from(oneTimeSecrets).innerJoin(accounts, eq(accounts.id, oneTimeSecrets.accountId))
    .where(
      and(
        eq(accounts.email, email),
        isNull(accounts.verifiedAt),
        eq(oneTimeSecrets.purpose, "verify"),
        gt(oneTimeSecrets.expiresAt, nowMs),
        lt(oneTimeSecrets.wrongTries, mostWrongTries),
      ),
    );
}

/** One wrong try counts against every code that it could have met. */
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
 * Uses the code up, verifies its account, and ends the e-mail's other registrations, in one commit. Undefined
 * where the code was used, expired or tried too often meanwhile, or somebody else got the e-mail verified.
 */
export async function completeRegistration(
  db: Database,
  { accountId, email, hash }: { accountId: string; email: string; hash: string },
  nowMs: number,
  mostWrongTries: number,
): Promise<Account | undefined> {
  const siblings = sql`(select id from accounts where email = ${email} and verified_at is null
    and exists (select 1 from accounts where id = ${accountId} and verified_at is not null))`;
  try {
    const [, verified] = await db.write((d) => [
      d.delete(oneTimeSecrets)
        .where(and(alive("verify", hash, nowMs), lt(oneTimeSecrets.wrongTries, mostWrongTries))),
      d.update(accounts).set({ verifiedAt: nowMs })
        .where(and(eq(accounts.id, accountId), isNull(accounts.verifiedAt), sql`changes() > 0`))
        .returning(),
      d.delete(oneTimeSecrets).where(sql`account_id in ${siblings}`),
      d.delete(cafes).where(sql`owner_id in ${siblings}`),
      d.delete(accounts).where(sql`id in ${siblings}`),
      d.delete(letters).where(
        and(
          eq(letters.recipient, email),
          eq(letters.kind, "verification_code"),
          isNull(letters.sentAt),
          sql`exists (select 1 from accounts where id = ${accountId} and verified_at is not null)`,
        ),
      ),
    ]);
    return verified[0];
  } catch (error) {
    if (isUniqueViolation(error)) return undefined;
    throw error;
  }
}
