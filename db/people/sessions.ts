// The sessions table: one row for each login (docs/accounts.md#sessions), from its beginning to its end. login_claims.ts renews it.
import { DAY_MS } from "../../server/contract/clock.ts";
import { BEGINS_MS } from "../evenings/cafe_day.ts";
import type { Database } from "../connection/client.ts";
import { raisePersonsRoomsIfChanged, type RevisedRoom, selectPersonsRooms } from "./rooms.ts";
import type { accounts, sessions } from "../schema/accounts.ts";
import { statement } from "../connection/statement.ts";

type Account = typeof accounts.$inferSelect;
type NewSession = typeof sessions.$inferInsert;

/** The condition that a login, whose id is an SQL expression, has not ended at `:now`. */
export const isOpenSession = (id: string) =>
  `exists (select 1 from sessions as used where used.id = ${id} and used.expires_at > :now)`;

/** The condition that a row of `sessions` has not ended at `:now`. */
export const IS_OPEN = "sessions.expires_at > :now";

/** An SQL expression for when a login was last used, in epoch ms, to the hour. */
export const LAST_USE = "coalesce(sessions.last_used_at, sessions.created_at)";

/**
 * An SQL expression for when a login ends for good, in epoch ms: when a cafe's day begins, `:longest` ms after the login
 * or later. A bound number is a floating-point one, which would not be divided to a whole day without the cast.
 */
export const LAST_END = `(sessions.created_at + cast(:longest as integer) + ${
  DAY_MS - BEGINS_MS - 1
}) / ${DAY_MS} * ${DAY_MS} + ${BEGINS_MS}`;

type Person = Pick<Account, "id" | "role" | "tokenVersion">;

const SESSION = statement<{ session: string; now: number }, Person & { expiresAt: number }>(`
  select accounts.id, role, token_version as tokenVersion, expires_at as expiresAt
  from sessions join accounts on accounts.id = sessions.account_id
  where sessions.id = :session and ${IS_OPEN} and erased_at is null`);

/** A login that has not ended: its account, and when it ends (epoch ms). */
export async function findSession(
  db: Database,
  sessionId: string,
  nowMs: number,
): Promise<{ account: Person; expiresAt: number } | undefined> {
  const [found] = await db.all(SESSION({ session: sessionId, now: nowMs }));
  if (!found) return;
  const { id, role, tokenVersion, expiresAt } = found;
  return { account: { id, role, tokenVersion }, expiresAt };
}

/** What a person has logged in with. */
export interface LoginProof {
  /** Of the password that they gave. */
  passwordHash: string;
  /** Since when the second factor is on whose code they gave (epoch ms), 0 without one. */
  factorSince: number;
}

const INSERT = statement<
  {
    id: string;
    account: string;
    createdAt: number;
    expiresAt: number;
    device: string | null;
    passwordHash: string | null;
    factorSince: number | null;
  }
>(`
  insert into sessions (id, account_id, created_at, expires_at, device)
  select :id, :account, :createdAt, :expiresAt, :device
  where :passwordHash is null or exists (
      select 1 from accounts where id = :account and password_hash = :passwordHash)
    and not exists (
      select 1 from second_factors where account_id = :account and confirmed_at > :factorSince)
  returning id`);

/**
 * Starts a login, unless the proof was overtaken: by a new password, or by a second factor that was turned on later. Both
 * end every other login, and this one would not have been among them. Returns whether it started.
 */
export async function insertSession(
  db: Database,
  { id, accountId, createdAt, expiresAt, device = null }: NewSession,
  proof?: LoginProof,
): Promise<boolean> {
  const { passwordHash = null, factorSince = null } = proof ?? {};
  const session = { id, account: accountId, createdAt, expiresAt, device };
  const { begun } = await db.write(() => ({
    begun: INSERT({ ...session, passwordHash, factorSince }),
  }));
  return begun.length > 0;
}

const DELETE = statement<{ id: string }>("delete from sessions where id = :id");

/** Ends one login. The account's other logins stay. */
export async function deleteSession(db: Database, sessionId: string): Promise<void> {
  await db.write(() => [DELETE({ id: sessionId })]);
}

/** A login as its person sees it. Times are epoch ms. */
interface ListedSession {
  id: string;
  device: string | null;
  createdAt: number;
  lastUsedAt: number;
  /** When it ends for good, however often it is renewed. */
  endsAt: number;
}

const LIST = statement<{ account: string; now: number; longest: number }, ListedSession>(`
  select id, device, created_at as createdAt, ${LAST_USE} as lastUsedAt, ${LAST_END} as endsAt
  from sessions where account_id = :account and ${IS_OPEN}
  order by ${LAST_USE} desc, id desc`);

/** The logins of the account that have not ended, the one used last first. */
export async function listSessions(
  db: Database,
  accountId: string,
  { nowMs, longestMs }: { nowMs: number; longestMs: number },
): Promise<ListedSession[]> {
  return await db.all(LIST({ account: accountId, now: nowMs, longest: longestMs }));
}

const NAME_DEVICE = statement<{ session: string; device: string }>(
  "update sessions set device = :device where id = :session",
);

/** Names the device of a login. */
export async function nameDevice(
  db: Database,
  session: string,
  device: string,
): Promise<void> {
  await db.write(() => [NAME_DEVICE({ session, device })]);
}

const USE = statement<{ session: string; now: number; latest: number }>(
  `update sessions set last_used_at = :now where id = :session and ${LAST_USE} <= :latest`,
);

/** Records that a login is used now, unless less than `everyMs` have passed since that was recorded. */
export async function recordUse(
  db: Database,
  sessionId: string,
  nowMs: number,
  everyMs: number,
): Promise<void> {
  await db.write(() => [USE({ session: sessionId, now: nowMs, latest: nowMs - everyMs })]);
}

/** Who ends logins. */
export interface Ender {
  accountId: string;
  /** The login that is used for it. */
  sessionId: string;
}

const USED = statement<{ session: string; now: number }, { holds: number }>(
  `select ${isOpenSession(":session")} as holds`,
);
/** Ends one login, or, with null, all but the one that is used. */
const END = statement<{ account: string; session: string; now: number; which: string | null }>(`
  delete from sessions
  where account_id = :account and iif(:which is null, id <> :session, id = :which) and ${IS_OPEN}
    and ${isOpenSession(":session")}
  returning id`);

/**
 * Ends one login of the account, or all but the one that is used for it. It ends none if that one has ended itself.
 * Returns how many were ended, and the rooms that were raised.
 */
export async function endSessions(
  db: Database,
  { accountId: account, sessionId: session }: Ender,
  which: { id: string } | "others",
  now: number,
): Promise<{ ended: number; rooms: RevisedRoom[] } | { refused: "unauthenticated" }> {
  const { logins, ended, rooms } = await db.write(() => ({
    logins: USED({ session, now }),
    ended: END({ account, session, now, which: which === "others" ? null : which.id }),
    // The pages of the logins fetch again, and are refused.
    raised: raisePersonsRoomsIfChanged({ account }),
    rooms: selectPersonsRooms({ account }),
  }));
  if (!logins[0]?.holds) return { refused: "unauthenticated" };
  return { ended: ended.length, rooms: ended.length > 0 ? rooms : [] };
}
