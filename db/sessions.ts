// The sessions table: one row for each login (docs/accounts.md#tokens), its renewal, its end, and the cafes that it may speak for.
import { and, desc, eq, gt, isNull, lte, ne, type SQL, sql } from "drizzle-orm";
import type { LibSQLDatabase } from "drizzle-orm/libsql";
import type { Database } from "./client.ts";
import { constantSql } from "./constant_sql.ts";
import { accounts, sessions } from "./schema/accounts.ts";

// What a person is to a cafe (docs/team.md#roles).

/** What a login is to the cafe that it speaks for (server/contract/access.ts). */
type RoleThere = "owner" | "staff" | "admin" | "cafeless";

/**
 * An SQL expression beside a row of `accounts`: what the person is to the owner's cafe, null if that is nothing. A token
 * that was issued (epoch ms, whole seconds) before the person joined does not count, so that joining again revives none.
 */
function roleAt(ownerId: string, issuedAt: number): SQL<RoleThere | null> {
  return sql`case
    when accounts.role = 'admin' then 'admin'
    when accounts.id = ${ownerId} then
      case when exists (select 1 from cafes where owner_id = accounts.id) then 'owner' else 'cafeless' end
    when exists (select 1 from memberships where account_id = accounts.id and owner_id = ${ownerId}
      and ended_at is null and joined_at < ${issuedAt + 1000}) then 'staff' end`;
}

/** When a login was last used, in epoch ms, to the hour. */
export const lastUse = sql<number>`coalesce(${sessions.lastUsedAt}, ${sessions.createdAt})`;

const DAY_MS = 24 * 60 * 60 * 1000;
/** A cafe's day begins at 06:00 in Istanbul, whose clocks never change. */
const DAY_BEGINS_MS = 3 * 60 * 60 * 1000;

/** When a login ends for good, in epoch ms: when a cafe's day begins, `longestMs` after the login or later. */
function lastEnd(longestMs: number) {
  // Written out: a bound number is a floating-point one, which would not be divided to a whole day.
  const [upToADayLater, day, begins] = [
    longestMs - DAY_BEGINS_MS + DAY_MS - 1,
    DAY_MS,
    DAY_BEGINS_MS,
  ]
    .map((ms) => sql.raw(String(ms)));
  return sql<number>`(${sessions.createdAt} + ${upToADayLater}) / ${day} * ${day} + ${begins}`;
}

/**
 * The account of a login that has not ended, with its current token version, and its current role at the cafe of the claim:
 * null if that is none.
 */
export async function findLogin(db: Database, claim: LoginClaim) {
  return await selectLogin(db.read, claim).get();
}

/** The statement of `findLogin`. */
function selectLogin(
  d: LibSQLDatabase,
  { sessionId, ownerId, issuedAt, nowMs }: LoginClaim,
) {
  return d
    .select({
      accountId: accounts.id,
      role: roleAt(ownerId, issuedAt),
      tokenVersion: accounts.tokenVersion,
      expiresAt: sessions.expiresAt,
      lastUsedAt: lastUse,
    })
    .from(sessions).innerJoin(accounts, eq(accounts.id, sessions.accountId))
    .where(
      and(eq(sessions.id, sessionId), gt(sessions.expiresAt, nowMs), isNull(accounts.erasedAt)),
    );
}

/** A login that has not ended: its account, and when it ends (epoch ms). */
export async function findSession(db: Database, sessionId: string, nowMs: number) {
  const { id, role, tokenVersion } = accounts;
  return await db.read
    .select({ account: { id, role, tokenVersion }, expiresAt: sessions.expiresAt })
    .from(sessions).innerJoin(accounts, eq(accounts.id, sessions.accountId))
    .where(
      and(eq(sessions.id, sessionId), gt(sessions.expiresAt, nowMs), isNull(accounts.erasedAt)),
    )
    .get();
}

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

/** The condition that the claim of a cafe's owner or staff is true, for a commit that acts on it. */
export function isTeamLogin(
  { sessionId, accountId, ownerId, tokenVersion, issuedAt, nowMs }: LoginClaim,
): SQL {
  return sql`exists (
    select 1 from sessions join accounts on accounts.id = sessions.account_id
    where sessions.id = ${sessionId} and sessions.expires_at > ${nowMs}
      and accounts.id = ${accountId} and ${roleAt(ownerId, issuedAt)} in ('owner', 'staff')
      and accounts.token_version = ${tokenVersion} and accounts.erased_at is null)`;
}

/** What a person has logged in with. */
export interface LoginProof {
  /** Of the password that they gave. */
  passwordHash: string;
  /** Since when the second factor is on whose code they gave (epoch ms), 0 without one. */
  factorSince: number;
}

/**
 * Starts a login, unless the proof was overtaken: by a new password, or by a second factor that was turned on later. Both
 * end every other login, and this one would not have been among them. Returns whether it started.
 */
export async function insertSession(
  db: Database,
  session: typeof sessions.$inferInsert,
  proof?: LoginProof,
): Promise<boolean> {
  const { id, accountId, createdAt, expiresAt, device = null } = session;
  const holds = proof
    ? sql`exists (select 1 from accounts where id = ${accountId}
        and password_hash = ${proof.passwordHash}) and not exists (select 1 from second_factors
        where account_id = ${accountId} and confirmed_at > ${proof.factorSince})`
    : sql`true`;
  const { begun } = await db.write((d) => ({
    begun: d.all<{ id: string }>(sql`
      insert into sessions (id, account_id, created_at, expires_at, device)
      select ${id}, ${accountId}, ${createdAt}, ${expiresAt}, ${device} where ${holds}
      returning id`),
  }));
  return begun.length > 0;
}

/** Ends one login. The account's other logins stay. */
export async function deleteSession(db: Database, sessionId: string): Promise<void> {
  await db.write((d) => [d.delete(sessions).where(eq(sessions.id, sessionId))]);
}

// The rooms in which a person's logins may have pages open: of the own cafe, and of those that they work for.

/** A cafe's room and its revision. */
export interface RevisedRoom {
  ownerId: string;
  revision: number;
}

const OWNERS = `select owner_id from cafes where owner_id = ?1
  union select owner_id from memberships where account_id = ?1 and ended_at is null`;

/** The statement that raises their revisions if the statement before it has changed a row, such as ended a login. */
export const raisePersonsRoomsIfChanged = constantSql(`
  insert into rooms (owner_id, revision) select owner_id, 1 from (${OWNERS}) where changes() > 0
  on conflict (owner_id) do update set revision = revision + 1`);

/** The statement that reads their revisions in the commit that raised them. */
export const selectPersonsRooms = constantSql<RevisedRoom>(
  `select owner_id as ownerId, revision from rooms where owner_id in (${OWNERS})`,
);

// The logins of one account: their list, and ending them (docs/accounts.md#sessions).

/** The logins of the account that have not ended, the one used last first. */
export async function listSessions(
  db: Database,
  accountId: string,
  { nowMs, longestMs }: { nowMs: number; longestMs: number },
) {
  return await db.read
    .select({
      id: sessions.id,
      device: sessions.device,
      createdAt: sessions.createdAt,
      lastUsedAt: lastUse,
      endsAt: lastEnd(longestMs),
    })
    .from(sessions)
    .where(and(eq(sessions.accountId, accountId), gt(sessions.expiresAt, nowMs)))
    .orderBy(desc(lastUse), desc(sessions.id));
}

/** Who ends logins. */
export interface Ender {
  accountId: string;
  /** The login that is used for it. */
  sessionId: string;
}

/**
 * Ends one login of the account, or all but the one that is used for it. It ends none if that one has ended itself.
 * Returns how many were ended, and the rooms that were raised.
 */
export async function endSessions(
  db: Database,
  { accountId, sessionId }: Ender,
  which: { id: string } | "others",
  nowMs: number,
): Promise<{ ended: number; rooms: RevisedRoom[] } | { refused: "unauthenticated" }> {
  const holds = sql`exists (
    select 1 from sessions as used where used.id = ${sessionId} and used.expires_at > ${nowMs})`;
  const { logins, ended, rooms } = await db.write((d) => ({
    logins: d.all<{ holds: number }>(sql`select ${holds} as holds`),
    ended: d.delete(sessions).where(and(
      eq(sessions.accountId, accountId),
      which === "others" ? ne(sessions.id, sessionId) : eq(sessions.id, which.id),
      gt(sessions.expiresAt, nowMs),
      holds,
    )).returning({ id: sessions.id }),
    // The pages of the logins fetch again, and are refused.
    raised: raisePersonsRoomsIfChanged(accountId),
    rooms: selectPersonsRooms(accountId),
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

/**
 * Moves the end of a login if what its token claims is true in this commit. A login that has ended
 * stays as it is. Returns the login with its new end, else undefined.
 */
export async function renewSession(
  db: Database,
  claim: LoginClaim,
  { lifetimeMs, longestMs, device }: Renewal,
) {
  const { sessionId, accountId, ownerId, issuedAt, tokenVersion, nowMs } = claim;
  const longest = lastEnd(longestMs);
  const { renewed, logins } = await db.write((d) => ({
    renewed: d.update(sessions).set({
      // Another instance, whose clock is ahead, may have moved it further.
      expiresAt: sql`max(${sessions.expiresAt}, min(${nowMs + lifetimeMs}, ${longest}))`,
      lastUsedAt: sql`max(${lastUse}, ${nowMs})`,
      device: sql`coalesce(${sessions.device}, ${device ?? null})`,
    }).where(and(
      eq(sessions.id, sessionId),
      gt(sessions.expiresAt, nowMs),
      gt(longest, nowMs),
      sql`exists (select 1 from ${accounts} where id = ${sessions.accountId}
        and id = ${accountId} and token_version = ${tokenVersion} and erased_at is null
        and ${roleAt(ownerId, issuedAt)} is not null)`,
    )).returning({ endsAt: longest }),
    logins: selectLogin(d, claim),
  }));
  return renewed[0] && logins[0] && { ...logins[0], endsAt: renewed[0].endsAt };
}

/** Records that a login is used now, unless less than `everyMs` have passed since that was recorded. */
export async function recordUse(
  db: Database,
  sessionId: string,
  nowMs: number,
  everyMs: number,
): Promise<void> {
  await db.write((d) => [
    d.update(sessions).set({ lastUsedAt: nowMs })
      .where(and(eq(sessions.id, sessionId), lte(lastUse, nowMs - everyMs))),
  ]);
}

// The cafes that a login may speak for (docs/team.md#several-cafes).

/** A cafe that a login may speak for. */
export interface CafeOfLogin {
  ownerId: string;
  name: string;
  role: "owner" | "staff";
}

const CAFES_OF = constantSql<CafeOfLogin>(`
  select owner_id as ownerId, name, 'owner' as role, 0 as since from cafes where owner_id = ?1
  union all
  select cafes.owner_id, cafes.name, memberships.role, joined_at
  from memberships join cafes on cafes.owner_id = memberships.owner_id
  where account_id = ?1 and ended_at is null
  order by since, ownerId`);

/** The cafes of a person: the own one first, then by the time of joining. */
export async function listCafesOf(db: Database, accountId: string): Promise<CafeOfLogin[]> {
  return (await db.all(CAFES_OF(accountId))).map(({ ownerId, name, role }) => ({
    ownerId,
    name,
    role,
  }));
}
