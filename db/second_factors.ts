// The second factor of accounts, their recovery codes, and the proofs of it (docs/accounts.md#second-factor).
import { and, count, eq, gt, isNotNull, isNull, ne, type SQL, sql } from "drizzle-orm";
import type { LibSQLDatabase } from "drizzle-orm/libsql";
import type { Database } from "./client.ts";
import { type NewLetter, writeLetter } from "./letters.ts";
import { recoveryCodes, secondFactors, sessions } from "./schema/accounts.ts";
import { raisePersonsRoomsIfChanged, type RevisedRoom, selectPersonsRooms } from "./sessions.ts";

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
function insertRecoveryCodes(
  d: LibSQLDatabase,
  accountId: string,
  hashes: string[],
  when: SQL,
) {
  return d.run(sql`
    insert into recovery_codes (hash, account_id)
    select value, ${accountId} from json_each(${JSON.stringify(hashes)}) where ${when}`);
}

// Proofs of the second factor: codes that are used up by what they allow (docs/accounts.md#second-factor). The statement
// that acts checks the proof itself, so that of several callers with one code one succeeds.

/** What shows that a person has the second factor: a step's code for a stored secret, or a recovery code. */
export type Proof = { secret: string; step: number } | { recoveryHash: string };

/** Uses a proof up. Returns whether it still worked. */
export async function useProof(db: Database, accountId: string, proof: Proof): Promise<boolean> {
  const { used } = await db.write((d) => ({ used: use(d, accountId, proof) }));
  return used.length > 0;
}

/** Replaces the recovery codes and uses the proof up, in one commit. Returns whether the proof still worked. */
export async function replaceRecoveryCodes(
  db: Database,
  accountId: string,
  proof: Proof,
  hashes: string[],
): Promise<boolean> {
  const holds = proven(accountId, proof);
  const kept = "recoveryHash" in proof ? [...hashes, proof.recoveryHash] : hashes;
  const { used } = await db.write((d) => ({
    codes: insertRecoveryCodes(d, accountId, hashes, holds),
    older: d.run(sql`
      delete from recovery_codes where account_id = ${accountId} and ${holds}
        and hash not in (select value from json_each(${JSON.stringify(kept)}))`),
    // Last: the proof holds until here.
    used: use(d, accountId, proof),
  }));
  return used.length > 0;
}

/**
 * Turns the second factor off, and writes the letter in the same commit. `by` is a proof, or the operator, who needs
 * none. Returns whether it was on and the proof still worked.
 */
export async function turnOffSecondFactor(
  db: Database,
  accountId: string,
  by: Proof | "operator",
  notice: NewLetter,
): Promise<boolean> {
  const holds = proven(accountId, by);
  const { ended } = await db.write((d) => ({
    notice: writeLetter(d, notice, holds),
    ended: d.delete(secondFactors).where(and(eq(secondFactors.accountId, accountId), holds))
      .returning({ id: secondFactors.accountId }),
    codes: d.delete(recoveryCodes).where(and(
      eq(recoveryCodes.accountId, accountId),
      sql`not exists (select 1 from second_factors where account_id = ${accountId})`,
    )),
  }));
  return ended.length > 0;
}

function use(d: LibSQLDatabase, accountId: string, proof: Proof) {
  return "step" in proof
    ? d.update(secondFactors).set({ lastStep: proof.step })
      .where(and(eq(secondFactors.accountId, accountId), proven(accountId, proof)))
      .returning({ id: secondFactors.accountId })
    : d.delete(recoveryCodes)
      .where(
        and(eq(recoveryCodes.accountId, accountId), eq(recoveryCodes.hash, proof.recoveryHash)),
      )
      .returning({ id: recoveryCodes.accountId });
}

/** The condition that the second factor is on and the proof works. */
function proven(accountId: string, by: Proof | "operator"): SQL {
  const on = and(eq(secondFactors.accountId, accountId), isNotNull(secondFactors.confirmedAt));
  if (by === "operator") return sql`exists (select 1 from second_factors where ${on})`;
  return "step" in by
    ? sql`exists (select 1 from second_factors where ${on}
        and secret = ${by.secret} and last_step < ${by.step})`
    : sql`exists (select 1 from recovery_codes
        where account_id = ${accountId} and hash = ${by.recoveryHash})`;
}
