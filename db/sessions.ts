// The sessions table: one row for each login (docs/accounts.md#tokens), its renewal, its end, and the cafes that it may speak for.
import type { Database } from "./client.ts";
import type { accounts, sessions } from "./schema/accounts.ts";
import { oneRow, statement } from "./statement.ts";

type Account = typeof accounts.$inferSelect;
type NewSession = typeof sessions.$inferInsert;

/** The condition that a login, whose id is an SQL expression, has not ended at `:now`. */
export const isOpenSession = (id: string) =>
  `exists (select 1 from sessions as used where used.id = ${id} and used.expires_at > :now)`;

/** The condition that a row of `sessions` has not ended at `:now`. */
const IS_OPEN = "sessions.expires_at > :now";

// What a person is to a cafe (docs/team.md#roles).

/** What a login is to the cafe that it speaks for (server/contract/access.ts). */
type RoleThere = "owner" | "staff" | "admin" | "cafeless";

/**
 * An SQL expression beside a row of `accounts`: what the person is to the cafe of `:owner`, null if that is nothing. A token
 * that was issued (`:issuedAt`, epoch ms, whole seconds) before the person joined does not count, so that joining again
 * revives none.
 */
const ROLE_THERE = `case
    when accounts.role = 'admin' then 'admin'
    when accounts.id = :owner then
      case when exists (select 1 from cafes where owner_id = accounts.id) then 'owner' else 'cafeless' end
    when exists (select 1 from memberships where account_id = accounts.id and owner_id = :owner
      and ended_at is null and joined_at < :issuedAt + 1000) then 'staff' end`;

/** An SQL expression for when a login was last used, in epoch ms, to the hour. */
export const LAST_USE = "coalesce(sessions.last_used_at, sessions.created_at)";

const DAY_MS = 24 * 60 * 60 * 1000;
/** A cafe's day begins at 06:00 in Istanbul, whose clocks never change. */
const DAY_BEGINS_MS = 3 * 60 * 60 * 1000;

/**
 * An SQL expression for when a login ends for good, in epoch ms: when a cafe's day begins, `:longest` ms after the login
 * or later. A bound number is a floating-point one, which would not be divided to a whole day without the cast.
 */
const LAST_END = `(sessions.created_at + cast(:longest as integer) + ${
  DAY_MS - DAY_BEGINS_MS - 1
}) / ${DAY_MS} * ${DAY_MS} + ${DAY_BEGINS_MS}`;

/** What a signed token says of its login, which may have ended since. */
export interface LoginClaim {
  sessionId: string;
  accountId: string;
  /** The cafe that it speaks for. */
  ownerId: string;
  tokenVersion: number;
  /** When the token was issued, in epoch ms, whole seconds. */
  issuedAt: number;
  nowMs: number;
}

/** What a statement about the claim is given. */
interface Claimed {
  session: string;
  owner: string;
  issuedAt: number;
  now: number;
}

/** The login of a claim, with its account and what that is to the cafe. */
interface Login {
  accountId: string;
  role: RoleThere | null;
  tokenVersion: number;
  expiresAt: number;
  lastUsedAt: number;
}

const LOGIN = oneRow<Claimed, Login>(`
  select accounts.id as accountId, ${ROLE_THERE} as role, token_version as tokenVersion,
    expires_at as expiresAt, ${LAST_USE} as lastUsedAt
  from sessions join accounts on accounts.id = sessions.account_id
  where sessions.id = :session and ${IS_OPEN} and erased_at is null`);

function claimed({ sessionId, ownerId, issuedAt, nowMs }: LoginClaim): Claimed {
  return { session: sessionId, owner: ownerId, issuedAt, now: nowMs };
}

/**
 * The account of a login that has not ended, with its current token version, and its current role at the cafe of the claim:
 * null if that is none.
 */
export async function findLogin(db: Database, claim: LoginClaim): Promise<Login | undefined> {
  return (await db.all(LOGIN(claimed(claim))))[0];
}

type Person = Pick<Account, "id" | "role" | "tokenVersion">;

const SESSION = oneRow<{ session: string; now: number }, Person & { expiresAt: number }>(`
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

/** What `IS_TEAM_LOGIN` is given. */
export interface TeamLogin extends Claimed {
  account: string;
  version: number;
}

/** The claim as the parameters of `IS_TEAM_LOGIN`. */
export function teamLogin(claim: LoginClaim): TeamLogin {
  return { ...claimed(claim), account: claim.accountId, version: claim.tokenVersion };
}

/** The condition that the claim of a cafe's owner or staff is true, for a commit that acts on it. */
export const IS_TEAM_LOGIN = `exists (
    select 1 from sessions join accounts on accounts.id = sessions.account_id
    where sessions.id = :session and ${IS_OPEN}
      and accounts.id = :account and ${ROLE_THERE} in ('owner', 'staff')
      and accounts.token_version = :version and accounts.erased_at is null)`;

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

// The rooms in which a person's logins may have pages open: of the own cafe, and of those that they work for.

/** A cafe's room and its revision. */
export interface RevisedRoom {
  ownerId: string;
  revision: number;
}

const OWNERS = `select owner_id from cafes where owner_id = :account
  union select owner_id from memberships where account_id = :account and ended_at is null`;

/** The statement that raises their revisions if the statement before it has changed a row, such as ended a login. */
export const raisePersonsRoomsIfChanged = statement<{ account: string }>(`
  insert into rooms (owner_id, revision) select owner_id, 1 from (${OWNERS}) where changes() > 0
  on conflict (owner_id) do update set revision = revision + 1`);

/** The statement that reads their revisions in the commit that raised them. */
export const selectPersonsRooms = statement<{ account: string }, RevisedRoom>(
  `select owner_id as ownerId, revision from rooms where owner_id in (${OWNERS})`,
);

// The logins of one account: their list, and ending them (docs/accounts.md#sessions).

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

/** Who ends logins. */
export interface Ender {
  accountId: string;
  /** The login that is used for it. */
  sessionId: string;
}

const USED = oneRow<{ session: string; now: number }, { holds: number }>(
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

// Moves the end of a login (docs/accounts.md#renewal), and records that it is used.

/** What a renewal does to a login. Times are in ms. */
interface Renewal {
  /** How long the login then goes on from now. */
  lifetimeMs: number;
  /** How long it may last in all, and then until a cafe's day begins. */
  longestMs: number;
  /** Kept if the login has no device yet. */
  device: string | undefined;
}

const RENEW = statement<
  TeamLogin & { until: number; longest: number; device: string | null },
  { endsAt: number }
>(`
  update sessions set
    -- Another instance, whose clock is ahead, may have moved it further.
    expires_at = max(expires_at, min(:until, ${LAST_END})),
    last_used_at = max(${LAST_USE}, :now), device = coalesce(device, :device)
  where id = :session and ${IS_OPEN} and ${LAST_END} > :now
    and exists (select 1 from accounts where id = sessions.account_id
      and id = :account and token_version = :version and erased_at is null
      and ${ROLE_THERE} is not null)
  returning ${LAST_END} as endsAt`);

/**
 * Moves the end of a login if what its token claims is true in this commit. A login that has ended
 * stays as it is. Returns the login with its new end, else undefined.
 */
export async function renewSession(
  db: Database,
  claim: LoginClaim,
  { lifetimeMs, longestMs, device }: Renewal,
): Promise<(Login & { endsAt: number }) | undefined> {
  const until = claim.nowMs + lifetimeMs;
  const { renewed, logins } = await db.write(() => ({
    renewed: RENEW({ ...teamLogin(claim), until, longest: longestMs, device: device ?? null }),
    logins: LOGIN(claimed(claim)),
  }));
  return renewed[0] && logins[0] && { ...logins[0], endsAt: renewed[0].endsAt };
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

// The cafes that a login may speak for (docs/team.md#several-cafes).

/** A cafe that a login may speak for. */
export interface CafeOfLogin {
  ownerId: string;
  name: string;
  role: "owner" | "staff";
}

const CAFES_OF = statement<{ account: string }, CafeOfLogin>(`
  select owner_id as ownerId, name, 'owner' as role, 0 as since from cafes where owner_id = :account
  union all
  select cafes.owner_id, cafes.name, memberships.role, joined_at
  from memberships join cafes on cafes.owner_id = memberships.owner_id
  where account_id = :account and ended_at is null
  order by since, ownerId`);

/** The cafes of a person: the own one first, then by the time of joining. */
export async function listCafesOf(db: Database, accountId: string): Promise<CafeOfLogin[]> {
  return (await db.all(CAFES_OF({ account: accountId }))).map(({ ownerId, name, role }) => ({
    ownerId,
    name,
    role,
  }));
}
