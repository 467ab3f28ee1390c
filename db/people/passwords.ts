// New passwords of accounts, set while logged in or by a reset link (docs/accounts.md#reset). Their hashes are salted, so no
// other row has one: later statements of a commit see by the hash that the password was set.
import { IS_ALIVE, type UsedSecret } from "./one_time_secrets.ts";
import type { Database } from "../connection/client.ts";
import { type NewLetter, WAITS, writeLetter, writeLetterOrNone, written } from "./letters.ts";
import { type Ender, isOpenSession } from "./sessions.ts";
import { raisePersonsRoomsIfChanged, type RevisedRoom, selectPersonsRooms } from "./rooms.ts";
import { statement } from "../connection/statement.ts";

const IS_SET = "exists (select 1 from accounts where id = :account and password_hash = :hash)";

/** An account, and the hash of its new password. */
interface NewPassword {
  account: string;
  hash: string;
}

const CHANGE = statement<NewPassword & { oldHash: string; session: string; now: number }>(`
  update accounts set password_hash = :hash, token_version = token_version + 1
  where id = :account and password_hash = :oldHash and erased_at is null
    and ${isOpenSession(":session")}
  returning id`);
const END_OTHERS = statement<NewPassword & { session: string }>(
  `delete from sessions where account_id = :account and id <> :session and ${IS_SET}`,
);
const END_ALL = statement<NewPassword>(
  `delete from sessions where account_id = :account and ${IS_SET}`,
);
const END_SECRETS = statement<NewPassword>(
  `delete from one_time_secrets where account_id = :account and ${IS_SET}`,
);
const WRITE_CHANGE = writeLetter<NewPassword>(IS_SET);

/** The statements that follow from a new password, after the one that ends logins. */
function afterNewPassword(set: NewPassword, notice: NewLetter) {
  return {
    // The pages of those logins fetch again, and are refused.
    raised: raisePersonsRoomsIfChanged({ account: set.account }),
    secrets: END_SECRETS(set),
    notice: WRITE_CHANGE({ ...written(notice), ...set }),
    rooms: selectPersonsRooms({ account: set.account }),
  };
}

/**
 * Sets the password if `oldHash` is still the account's and the login has not ended. The same commit ends every other login
 * and every link of the account, every token of this login, and writes the notice. Returns undefined if it set none, else the person's rooms, which
 * are raised if a login has ended.
 */
export async function changePassword(
  db: Database,
  { accountId: account, sessionId: session }: Ender,
  { oldHash, newHash, notice }: { oldHash: string; newHash: string; notice: NewLetter },
  now: number,
): Promise<RevisedRoom[] | undefined> {
  const set = { account, hash: newHash };
  const { changed, rooms } = await db.write(() => ({
    changed: CHANGE({ ...set, oldHash, session, now }),
    ended: END_OTHERS({ ...set, session }),
    ...afterNewPassword(set, notice),
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

const KNOWN = `(select id from accounts
    where email = :email and verified_at is not null and erased_at is null)`;

const WRITE_LINK = writeLetterOrNone<{ email: string }>(`exists ${KNOWN}`);
const DELETE_LINKS = statement<{ email: string; letter: string }>(`
  delete from one_time_secrets where purpose = 'reset' and account_id in ${KNOWN} and ${WAITS}`);
const INSERT_LINK = statement<
  { hash: string; email: string; createdAt: number; expiresAt: number; letter: string }
>(`
  insert into one_time_secrets (hash, purpose, account_id, created_at, expires_at)
  select :hash, 'reset', id, :createdAt, :expiresAt
  from accounts where id in ${KNOWN} and ${WAITS}`);

/**
 * Stores a reset link for the verified account with this e-mail, in place of its older ones. If there is no
 * account, the letter is stored as one that needs no sending: both cases cost one commit, so that the time of
 * the answer does not tell them apart.
 */
export async function insertResetLink(
  db: Database,
  email: string,
  { hash, createdAt, expiresAt, letter }: NewResetLink,
): Promise<void> {
  await db.write(() => [
    WRITE_LINK({ ...written(letter), email }),
    DELETE_LINKS({ email, letter: letter.id }),
    INSERT_LINK({ hash, email, createdAt, expiresAt, letter: letter.id }),
  ]);
}

const USE_LINK = statement<UsedSecret & { account: string }>(
  `delete from one_time_secrets where ${IS_ALIVE} and account_id = :account`,
);
const RESET = statement<NewPassword>(`
  update accounts set password_hash = :hash, token_version = token_version + 1
  where id = :account and changes() > 0 returning id`);

/**
 * Uses the link and sets the password. The same commit ends every login, secret and token of the account and
 * writes the notice to its owner. Returns undefined if the link did not work any more, else the person's rooms, which are
 * raised if a login has ended.
 */
export async function resetPassword(
  db: Database,
  { hash, accountId: account, passwordHash, notice }: {
    hash: string;
    accountId: string;
    passwordHash: string;
    notice: NewLetter;
  },
  now: number,
): Promise<RevisedRoom[] | undefined> {
  const set = { account, hash: passwordHash };
  const { changed, rooms } = await db.write(() => ({
    used: USE_LINK({ purpose: "reset", hash, now, account }),
    changed: RESET(set),
    sessions: END_ALL(set),
    ...afterNewPassword(set, notice),
  }));
  return changed.length > 0 ? rooms : undefined;
}
