// Registrations: accounts that are not verified yet, of which several may share an e-mail, and the codes that verify one
// (docs/accounts.md#registration).
import { type Account, ACCOUNT_COLUMNS, IS_TAKEN } from "./accounts.ts";
import type { Database } from "../connection/client.ts";
import { isUniqueViolation } from "../connection/errors.ts";
import { type NewLetter, WAITS, writeLetter, written } from "./letters.ts";
import { IS_ALIVE } from "./one_time_secrets.ts";
import { statement } from "../connection/statement.ts";

/** A verification code: its hash, and the letter that carries it. */
export interface NewCode {
  hash: string;
  expiresAt: number;
  letter: NewLetter;
}

interface NewRegistration {
  account: Pick<Account, "id" | "email" | "passwordHash" | "phone" | "createdAt">;
  cafe: { id: string; name: string };
  code: NewCode;
  /** Sent instead of the code if a verified account has the e-mail. */
  notice: NewLetter;
}

const IS_REGISTERED = "exists (select 1 from accounts where id = :account)";

const REGISTER = statement<NewRegistration["account"]>(`
  insert into accounts (id, role, email, password_hash, phone, created_at)
  select :id, 'owner', :email, :passwordHash, :phone, :createdAt where not ${IS_TAKEN}
  returning id`);
const INSERT_CAFE = statement<{ id: string; account: string; name: string; now: number }>(`
  insert into cafes (id, owner_id, name, created_at)
  select :id, :account, :name, :now where ${IS_REGISTERED}`);
const WRITE_FIRST_CODE = writeLetter<{ account: string }>(IS_REGISTERED);
const WRITE_NOTICE = writeLetter<{ account: string }>(`not ${IS_REGISTERED}`);

/** Stores a code if an earlier statement of the same commit wrote its letter. */
const INSERT_CODE = statement<
  { hash: string; account: string; now: number; expiresAt: number; letter: string }
>(`
  insert into one_time_secrets (hash, purpose, account_id, created_at, expires_at)
  select :hash, 'verify', :account, :now, :expiresAt where ${WAITS}`);

/**
 * Writes account, cafe, code and letter in one commit. If a verified account has the e-mail, it writes only the
 * notice and returns false. If the recipient got too many letters, the account is written without a code.
 */
export async function insertRegistration(db: Database, r: NewRegistration): Promise<boolean> {
  const { id: account, createdAt: now } = r.account;
  const { hash, expiresAt, letter } = r.code;
  const { registered } = await db.write(() => ({
    registered: REGISTER(r.account),
    cafe: INSERT_CAFE({ ...r.cafe, account, now }),
    letter: WRITE_FIRST_CODE({ ...written(letter), account }),
    code: INSERT_CODE({ hash, account, now, expiresAt, letter: letter.id }),
    notice: WRITE_NOTICE({ ...written(r.notice), account }),
  }));
  return registered.length > 0;
}

const AMONG = statement<{ email: string; ids: string }, Account>(`
  select ${ACCOUNT_COLUMNS} from accounts
  where email = :email and verified_at is null and id in (select value from json_each(:ids))
  order by id desc`);

/** The unverified registrations of an e-mail among `ids`, newest first. */
export async function findRegistrationsAmong(
  db: Database,
  email: string,
  ids: string[],
): Promise<Account[]> {
  if (ids.length === 0) return [];
  return await db.all(AMONG({ email, ids: JSON.stringify(ids) }));
}

const NEWEST = statement<{ email: string }, Account>(`
  select ${ACCOUNT_COLUMNS} from accounts where email = :email and verified_at is null
  order by id desc limit 1`);

/** The newest unverified registration of an e-mail. */
export async function findNewestRegistration(
  db: Database,
  email: string,
): Promise<Account | undefined> {
  return (await db.all(NEWEST({ email })))[0];
}

// A code is as old as the letter that carried it.
const WRITE_NEXT_CODE = writeLetter<{ account: string; notSince: number }>(`
  exists (select 1 from accounts where id = :account and verified_at is null)
    and not exists (select 1 from one_time_secrets where account_id = :account
      and purpose = 'verify' and created_at > :notSince)`);
const DELETE_CODES = statement<{ account: string; letter: string }>(`
  delete from one_time_secrets where account_id = :account and purpose = 'verify' and ${WAITS}`);

const WRITTEN = statement<{ letter: string }>(
  "select id from letters where id = :letter",
);

/**
 * Replaces a registration's code, unless its last one is newer than `notSince` or its letter is over a limit. Returns whether
 * it did.
 */
export async function replaceCode(
  db: Database,
  account: string,
  { hash, expiresAt, letter }: NewCode,
  { nowMs, notSince }: { nowMs: number; notSince: number },
): Promise<boolean> {
  const { found } = await db.write(() => ({
    letter: WRITE_NEXT_CODE({ ...written(letter), account, notSince }),
    older: DELETE_CODES({ account, letter: letter.id }),
    code: INSERT_CODE({ hash, account, now: nowMs, expiresAt, letter: letter.id }),
    found: WRITTEN({ letter: letter.id }),
  }));
  return found.length > 0;
}

const LIVE_CODES = statement<
  { email: string; now: number; maxTries: number },
  { accountId: string; hash: string }
>(`
  select accounts.id as accountId, hash
  from one_time_secrets join accounts on accounts.id = account_id
  where email = :email and verified_at is null and purpose = 'verify' and expires_at > :now
    and wrong_tries < :maxTries`);

/** The codes that can still complete a registration of this e-mail. */
export async function findLiveCodes(
  db: Database,
  email: string,
  nowMs: number,
  maxWrongTries: number,
): Promise<{ accountId: string; hash: string }[]> {
  return await db.all(LIVE_CODES({ email, now: nowMs, maxTries: maxWrongTries }));
}

const COUNT_WRONG_TRY = statement<{ email: string }>(`
  update one_time_secrets set wrong_tries = wrong_tries + 1
  where purpose = 'verify'
    and account_id in (select id from accounts where email = :email and verified_at is null)`);

/** Counts a wrong try against every code of this e-mail. */
export async function countWrongTry(db: Database, email: string): Promise<void> {
  await db.write(() => [COUNT_WRONG_TRY({ email })]);
}

const USE_CODE = statement<{ hash: string; purpose: "verify"; now: number; maxTries: number }>(
  `delete from one_time_secrets where ${IS_ALIVE} and wrong_tries < :maxTries`,
);
const VERIFY = statement<{ id: string; now: number }, Account>(`
  update accounts set verified_at = :now where id = :id and verified_at is null and changes() > 0
  returning ${ACCOUNT_COLUMNS}`);
const DROP_CODE_LETTERS = statement<{ id: string; email: string }>(`
  delete from letters where recipient = :email and kind = 'verification_code' and sent_at is null
    and exists (select 1 from accounts where id = :id and verified_at is not null)`);

/**
 * Uses the code, verifies its account, and deletes the e-mail's other registrations, in one commit. Returns
 * undefined if the code was used, has expired or was tried too often, or another account verified the e-mail.
 */
export async function completeRegistration(
  db: Database,
  { accountId: id, email, hash }: { accountId: string; email: string; hash: string },
  now: number,
  maxTries: number,
): Promise<Account | undefined> {
  try {
    const { verified } = await db.write(() => ({
      used: USE_CODE({ hash, purpose: "verify", now, maxTries }),
      verified: VERIFY({ id, now }),
      ...forgetRegistrations({ id, email }),
      letters: DROP_CODE_LETTERS({ id, email }),
    }));
    return verified[0];
  } catch (error) {
    if (isUniqueViolation(error)) return undefined;
    throw error;
  }
}

/** The unverified registrations of `:email` once the account `:id` is verified. */
const SIBLINGS = `(select id from accounts where email = :email and verified_at is null
    and exists (select 1 from accounts where id = :id and verified_at is not null))`;

const FORGET_SECRETS = statement<Registered>(
  `delete from one_time_secrets where account_id in ${SIBLINGS}`,
);
const FORGET_CAFES = statement<Registered>(`delete from cafes where owner_id in ${SIBLINGS}`);
const FORGET_ACCOUNTS = statement<Registered>(`delete from accounts where id in ${SIBLINGS}`);

interface Registered {
  id: string;
  email: string;
}

/** The statements that delete the unverified registrations of an e-mail once this account is verified. */
export function forgetRegistrations(registered: Registered) {
  return {
    secrets: FORGET_SECRETS(registered),
    cafes: FORGET_CAFES(registered),
    accounts: FORGET_ACCOUNTS(registered),
  };
}
