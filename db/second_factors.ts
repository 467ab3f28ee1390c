// The second factor of accounts and their recovery codes (docs/accounts.md#second-factor).
import { and, count, eq, gt, isNull, ne, type SQL, sql } from "drizzle-orm";
import type { LibSQLDatabase } from "drizzle-orm/libsql";
import type { Database } from "./client.ts";
import { type NewLetter, writeLetter } from "./letters.ts";
import {
  raisePersonsRoomsIfChanged,
  type RevisedRoom,
  selectPersonsRooms,
} from "./rooms_of_person.ts";
import { sessions } from "./schema/accounts.ts";
import { recoveryCodes, secondFactors } from "./schema/second_factors.ts";

export type SecondFactor = typeof secondFactors.$inferSelect;

/** The account's second factor. It may wait for its first code. */
export async function findSecondFactor(
  db: Database,
  accountId: string,
): Promise<SecondFactor | undefined> {
  return await db.read.select().from(secondFactors)
    .where(eq(secondFactors.accountId, accountId)).get();
}

/** How many recovery codes were not used yet. */
export async function countRecoveryCodes(db: Database, accountId: string): Promise<number> {
  const found = await db.read.select({ left: count() }).from(recoveryCodes)
    .where(eq(recoveryCodes.accountId, accountId)).get();
  return found?.left ?? 0;
}

/** Stores a secret that waits for its first code, in place of an older one. Returns false if one is confirmed. */
export async function beginSecondFactor(
  db: Database,
  begun: Pick<SecondFactor, "accountId" | "secret" | "begunAt">,
): Promise<boolean> {
  const { secret, begunAt } = begun;
  const [rows] = await db.write((d) => [
    d.insert(secondFactors).values(begun).onConflictDoUpdate({
      target: secondFactors.accountId,
      set: { secret, begunAt },
      setWhere: isNull(secondFactors.confirmedAt),
    }).returning({ id: secondFactors.accountId }),
  ]);
  return rows.length > 0;
}

/**
 * Confirms a secret that waits and was begun after `begunAfter` (epoch ms), with the step of its first code. The same
 * commit stores the recovery codes, writes the letter and ends the account's logins but the one that is used for it.
 * Returns the rooms that were raised, undefined if it was not confirmed.
 */
export async function confirmSecondFactor(
  db: Database,
  { accountId, sessionId }: { accountId: string; sessionId: string },
  { secret, step, begunAfter, hashes, notice }: {
    secret: string;
    step: number;
    begunAfter: number;
    hashes: string[];
    notice: NewLetter;
  },
  nowMs: number,
): Promise<RevisedRoom[] | undefined> {
  const waits = and(
    eq(secondFactors.accountId, accountId),
    eq(secondFactors.secret, secret),
    isNull(secondFactors.confirmedAt),
    gt(secondFactors.begunAt, begunAfter),
    sql`exists (select 1 from sessions where id = ${sessionId} and expires_at > ${nowMs})`,
  );
  const waiting = sql`exists (select 1 from second_factors where ${waits})`;
  const { confirmed, ended, rooms } = await db.write((d) => ({
    codes: insertRecoveryCodes(d, accountId, hashes, waiting),
    notice: writeLetter(d, notice, waiting),
    ended: d.delete(sessions)
      .where(and(eq(sessions.accountId, accountId), ne(sessions.id, sessionId), waiting))
      .returning({ id: sessions.id }),
    // The pages of those logins fetch again, and are refused.
    raised: raisePersonsRoomsIfChanged(accountId),
    confirmed: d.update(secondFactors).set({ confirmedAt: nowMs, lastStep: step }).where(waits)
      .returning({ id: secondFactors.accountId }),
    rooms: selectPersonsRooms(accountId),
  }));
  if (confirmed.length === 0) return undefined;
  return ended.length > 0 ? rooms : [];
}

/** The statement that stores recovery codes if `when` holds. */
export function insertRecoveryCodes(
  d: LibSQLDatabase,
  accountId: string,
  hashes: string[],
  when: SQL,
) {
  return d.run(sql`
    insert into recovery_codes (hash, account_id)
    select value, ${accountId} from json_each(${JSON.stringify(hashes)}) where ${when}`);
}
