// Invitations become memberships (docs/team.md#joining).
import type { Database } from "./client.ts";
import { constantSql } from "./constant_sql.ts";

/** A cafe whose team someone has joined, and its room's new revision. */
export interface Joined {
  ownerId: string;
  revision: number;
}

/** Accepts every invitation to the address of a person who has just proved to be its owner (docs/team.md#joining). */
export async function acceptInvitations(
  db: Database,
  accountId: string,
  nowMs: number,
): Promise<Joined[]> {
  if ((await db.all(WAITING(accountId, nowMs))).length === 0) return [];
  return (await db.write(() => accepting(accountId, nowMs))).joined;
}

/** The invitations, alive at `?2`, to the verified address of the person `?1`. An admin joins no team. */
const OF_PERSON = `from invitations join accounts on accounts.email = invitations.email
  where accounts.id = ?1 and accounts.role = 'owner' and accounts.verified_at is not null
    and accounts.erased_at is null and owner_id <> accounts.id and expires_at > ?2`;

const WAITING = constantSql<{ id: string }>(`select invitations.id ${OF_PERSON}`);

/** A member who is invited again by mistake stays one since the same moment. */
const ACCEPT = constantSql(`
  insert into memberships (account_id, owner_id, role, name, invitation_id, invited_at, joined_at)
  select accounts.id, owner_id, 'staff', name, invitations.id, invitations.created_at, ?2 ${OF_PERSON}
  on conflict (account_id, owner_id) do update set name = excluded.name,
    invitation_id = excluded.invitation_id, invited_at = excluded.invited_at,
    joined_at = case when ended_at is null then joined_at else excluded.joined_at end, ended_at = null`);

const FORGET = constantSql(
  `delete from invitations where id in (select invitations.id ${OF_PERSON})`,
);

const JOINED = constantSql<Joined>(`
  select memberships.owner_id as ownerId, revision
  from memberships join rooms on rooms.owner_id = memberships.owner_id
  where account_id = ?1 and joined_at = ?2 and ended_at is null`);

/** The statements that accept them, and tell which rooms have changed. */
export function accepting(accountId: string, nowMs: number) {
  return {
    accepted: ACCEPT(accountId, nowMs),
    forgotten: FORGET(accountId, nowMs),
    joined: JOINED(accountId, nowMs),
  };
}
