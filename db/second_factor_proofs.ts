// Proofs of the second factor: codes that are used up by what they allow (docs/accounts.md#second-factor). The statement
// that acts checks the proof itself, so that of several callers with one code one succeeds.
import { and, eq, isNotNull, type SQL, sql } from "drizzle-orm";
import type { LibSQLDatabase } from "drizzle-orm/libsql";
import type { Database } from "./client.ts";
import { type NewLetter, writeLetter } from "./letters.ts";
import { insertRecoveryCodes } from "./second_factors.ts";
import { recoveryCodes, secondFactors } from "./schema/second_factors.ts";

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
