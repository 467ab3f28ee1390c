// What a token claims of its login (docs/accounts.md#tokens): whether that is still true, for a call or in the commit that acts on
// it, and its renewal.
import type { Database } from "../connection/client.ts";
import { IS_OPEN, LAST_END, LAST_USE } from "./sessions.ts";
import { statement } from "../connection/statement.ts";

/** What a login is to the cafe that it speaks for (docs/team.md#roles). */
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

const LOGIN = statement<Claimed, Login>(`
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

/** What a renewal (docs/accounts.md#renewal) does to a login. Times are in ms. */
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
