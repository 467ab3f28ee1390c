// The second factor of accounts, their recovery codes, and the proofs of it (docs/accounts.md#second-factor).
import type { Database } from "../connection/client.ts";
import { type NewLetter, writeLetter, written } from "./letters.ts";
import { secondFactors } from "../schema/accounts.ts";
import { columnsOf } from "../schema/columns.ts";
import { type Ender, isOpenSession } from "./sessions.ts";
import { raisePersonsRoomsIfChanged, type RevisedRoom, selectPersonsRooms } from "./rooms.ts";
import { type Named, statement } from "../connection/statement.ts";

export type SecondFactor = typeof secondFactors.$inferSelect;

const FIND = statement<{ account: string }, SecondFactor>(
  `select ${columnsOf(secondFactors)} from second_factors where account_id = :account`,
);

/** The account's second factor. It may wait for its first code. */
export async function findSecondFactor(
  db: Database,
  accountId: string,
): Promise<SecondFactor | undefined> {
  return (await db.all(FIND({ account: accountId })))[0];
}

const COUNT_CODES = statement<{ account: string }, { left: number }>(
  `select count(*) as "left" from recovery_codes where account_id = :account`,
);

/** How many recovery codes were not used yet. */
export async function countRecoveryCodes(db: Database, accountId: string): Promise<number> {
  return (await db.all(COUNT_CODES({ account: accountId })))[0]?.left ?? 0;
}

type Begun = Pick<SecondFactor, "accountId" | "secret" | "begunAt">;

const BEGIN = statement<Begun>(`
  insert into second_factors (account_id, secret, begun_at) values (:accountId, :secret, :begunAt)
  on conflict (account_id) do update set secret = excluded.secret, begun_at = excluded.begun_at
  where confirmed_at is null
  returning account_id as id`);

/** Stores a secret that waits for its first code, in place of an older one. Returns false if one is confirmed. */
export async function beginSecondFactor(
  db: Database,
  { accountId, secret, begunAt }: Begun,
): Promise<boolean> {
  const [rows] = await db.write(() => [BEGIN({ accountId, secret, begunAt })]);
  return rows.length > 0;
}

/** A secret that waits for its first code, and the login that confirms it. */
interface Waiting {
  account: string;
  session: string;
  secret: string;
  begunAfter: number;
  now: number;
}

const WAITS = `account_id = :account and secret = :secret and confirmed_at is null
    and begun_at > :begunAfter and ${isOpenSession(":session")}`;
const IS_WAITING = `exists (select 1 from second_factors where ${WAITS})`;

/** The statement that stores recovery codes if `when` holds, a condition with the parameters `P`. */
const insertCodes = <P extends Named<P>>(when: string) =>
  statement<{ account: string; hashes: string } & P>(`
    insert into recovery_codes (hash, account_id)
    select value, :account from json_each(:hashes) where ${when}`);

const FIRST_CODES = insertCodes<Waiting>(IS_WAITING);
const NOTICE_ON = writeLetter<Waiting>(IS_WAITING);
const END_OTHERS = statement<Waiting>(`
  delete from sessions where account_id = :account and id <> :session and ${IS_WAITING}
  returning id`);
const CONFIRM = statement<Waiting & { step: number }>(`
  update second_factors set confirmed_at = :now, last_step = :step where ${WAITS}
  returning account_id as id`);

/**
 * Confirms a secret that waits and was begun after `begunAfter` (epoch ms), with the step of its first code. The same
 * commit stores the recovery codes, writes the letter and ends the account's logins but the one that is used for it.
 * Returns the rooms that were raised, undefined if it was not confirmed.
 */
export async function confirmSecondFactor(
  db: Database,
  { accountId: account, sessionId: session }: Ender,
  { secret, step, begunAfter, hashes, notice }: {
    secret: string;
    step: number;
    begunAfter: number;
    hashes: string[];
    notice: NewLetter;
  },
  now: number,
): Promise<RevisedRoom[] | undefined> {
  const waiting = { account, session, secret, begunAfter, now };
  const { confirmed, ended, rooms } = await db.write(() => ({
    codes: FIRST_CODES({ ...waiting, hashes: JSON.stringify(hashes) }),
    notice: NOTICE_ON({ ...written(notice), ...waiting }),
    ended: END_OTHERS(waiting),
    // The pages of those logins fetch again, and are refused.
    raised: raisePersonsRoomsIfChanged({ account }),
    confirmed: CONFIRM({ ...waiting, step }),
    rooms: selectPersonsRooms({ account }),
  }));
  if (confirmed.length === 0) return undefined;
  return ended.length > 0 ? rooms : [];
}

// Proofs of the second factor: codes that are used up by what they allow (docs/accounts.md#second-factor). The statement
// that acts checks the proof itself, so that of several callers with one code one succeeds.

/** What shows that a person has the second factor: a step's code for a stored secret, or a recovery code. */
export type Proof = { secret: string; step: number } | { recoveryHash: string };

/** A proof, or with `byOperator` none, as the parameters of a statement. */
interface Proving {
  account: string;
  secret: string | null;
  step: number | null;
  recovery: string | null;
  byOperator: number;
}

function proving(account: string, by: Proof | "operator"): Proving {
  const none = { account, secret: null, step: null, recovery: null, byOperator: 0 };
  if (by === "operator") return { ...none, byOperator: 1 };
  return "step" in by
    ? { ...none, secret: by.secret, step: by.step }
    : { ...none, recovery: by.recoveryHash };
}

/** The condition that the second factor is on and the proof works. */
const IS_PROVEN = `iif(:recovery is null,
    exists (select 1 from second_factors where account_id = :account and confirmed_at is not null
      and (:byOperator or (secret = :secret and last_step < :step))),
    exists (select 1 from recovery_codes where account_id = :account and hash = :recovery))`;

const USE_STEP = statement<Proving>(`
  update second_factors set last_step = :step where account_id = :account and ${IS_PROVEN}
  returning account_id as id`);
const USE_CODE = statement<{ account: string; recovery: string }>(`
  delete from recovery_codes where account_id = :account and hash = :recovery
  returning account_id as id`);

/** The statement that uses a proof up. */
function use(account: string, proof: Proof) {
  return "step" in proof
    ? USE_STEP(proving(account, proof))
    : USE_CODE({ account, recovery: proof.recoveryHash });
}

/** Uses a proof up. Returns whether it still worked. */
export async function useProof(db: Database, accountId: string, proof: Proof): Promise<boolean> {
  const { used } = await db.write(() => ({ used: use(accountId, proof) }));
  return used.length > 0;
}

const NEXT_CODES = insertCodes<Proving>(IS_PROVEN);
const DELETE_OLDER = statement<Proving & { kept: string }>(`
  delete from recovery_codes where account_id = :account and ${IS_PROVEN}
    and hash not in (select value from json_each(:kept))`);

/** Replaces the recovery codes and uses the proof up, in one commit. Returns whether the proof still worked. */
export async function replaceRecoveryCodes(
  db: Database,
  accountId: string,
  proof: Proof,
  hashes: string[],
): Promise<boolean> {
  const by = proving(accountId, proof);
  const kept = "recoveryHash" in proof ? [...hashes, proof.recoveryHash] : hashes;
  const { used } = await db.write(() => ({
    codes: NEXT_CODES({ ...by, hashes: JSON.stringify(hashes) }),
    older: DELETE_OLDER({ ...by, kept: JSON.stringify(kept) }),
    // Last: the proof holds until here.
    used: use(accountId, proof),
  }));
  return used.length > 0;
}

const NOTICE_OFF = writeLetter<Proving>(IS_PROVEN);
const TURN_OFF = statement<Proving>(`
  delete from second_factors where account_id = :account and ${IS_PROVEN}
  returning account_id as id`);
const DELETE_CODES = statement<{ account: string }>(`
  delete from recovery_codes where account_id = :account
    and not exists (select 1 from second_factors where account_id = :account)`);

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
  const proof = proving(accountId, by);
  const { ended } = await db.write(() => ({
    notice: NOTICE_OFF({ ...written(notice), ...proof }),
    ended: TURN_OFF(proof),
    codes: DELETE_CODES({ account: accountId }),
  }));
  return ended.length > 0;
}
