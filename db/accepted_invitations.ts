// Invitations of a person, which become memberships when the person accepts them (docs/team.md#joining).
import type { Database } from "./client.ts";
import { constantSql } from "./constant_sql.ts";

/** A cafe whose team someone has joined, and its room's new revision. */
export interface Joined {
  ownerId: string;
  name: string;
  revision: number;
}

/** An invitation to the address of a person who has an account. */
export interface OwnInvitation {
  id: string;
  cafeName: string;
}

/** The invitations, alive at `?2`, to the verified address of the person `?1`. An admin joins no team. */
const OF_PERSON = `from invitations join accounts on accounts.email = invitations.email
  where accounts.id = ?1 and accounts.role = 'owner' and accounts.verified_at is not null
    and accounts.erased_at is null and owner_id <> accounts.id and expires_at > ?2`;

const WAITING = constantSql<OwnInvitation>(`
  select invitations.id, (select name from cafes where cafes.owner_id = invitations.owner_id) as cafeName
  ${OF_PERSON} order by invitations.created_at, invitations.id`);

/** What the person may accept, the oldest first. */
export async function listInvitationsOf(
  db: Database,
  accountId: string,
  nowMs: number,
): Promise<OwnInvitation[]> {
  return await db.all(WAITING(accountId, nowMs));
}

/** Accepts one of them. Undefined if it is over, was taken back, or is another person's. */
export async function acceptInvitation(
  db: Database,
  accountId: string,
  invitationId: string,
  nowMs: number,
): Promise<Joined | undefined> {
  const { accepted, joined } = await db.write(() => accepting(accountId, invitationId, nowMs));
  return accepted.length > 0 ? joined[0] : undefined;
}

/** A member who is invited again by mistake stays one since the same moment. */
const ACCEPT = constantSql<{ ownerId: string }>(`
  insert into memberships (account_id, owner_id, role, name, invitation_id, invited_at, joined_at)
  select accounts.id, owner_id, 'staff', name, invitations.id, invitations.created_at, ?2
    ${OF_PERSON} and invitations.id = ?3
  on conflict (account_id, owner_id) do update set name = excluded.name,
    invitation_id = excluded.invitation_id, invited_at = excluded.invited_at,
    joined_at = case when ended_at is null then joined_at else excluded.joined_at end, ended_at = null
  returning owner_id as ownerId`);

const FORGET = constantSql(
  `delete from invitations where id in (select invitations.id ${OF_PERSON} and invitations.id = ?3)`,
);

const JOINED = constantSql<Joined>(`
  select memberships.owner_id as ownerId, cafes.name as name, revision
  from memberships join rooms on rooms.owner_id = memberships.owner_id
    join cafes on cafes.owner_id = memberships.owner_id
  where account_id = ?1 and invitation_id = ?2 and ended_at is null`);

/** The statements that accept one, and tell which room has changed. */
export function accepting(accountId: string, invitationId: string, nowMs: number) {
  return {
    accepted: ACCEPT(accountId, nowMs, invitationId),
    forgotten: FORGET(accountId, nowMs, invitationId),
    joined: JOINED(accountId, invitationId),
  };
}
