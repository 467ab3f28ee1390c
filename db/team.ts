// Who works for a cafe (docs/team.md): invitations, of which only the hash of a link's token is stored, and memberships.
import { and, eq, isNull, or, sql } from "drizzle-orm";
import { type Account, forgetRegistrations } from "./accounts.ts";
import type { Database } from "./client.ts";
import { constantSql } from "./constant_sql.ts";
import { isUniqueViolation } from "./errors.ts";
import { type NewLetter, waits, writeLetter } from "./letters.ts";
import { isOpen, selectRevision } from "./rooms.ts";
import { invitations, memberships } from "./schema/accounts.ts";
import { players } from "./schema/music.ts";

/** An invitation to a cafe's team, and the letter that carries its link. */
interface NewInvitation {
  id: string;
  ownerId: string;
  email: string;
  name: string;
  /** Of the link's token. */
  hash: string;
  createdAt: number;
  expiresAt: number;
  letter: NewLetter;
}

/**
 * Stores an invitation in place of the cafe's older one to the same address, with its letter. Nothing is stored if the
 * address is the owner's or a member's, or its letters are over a limit. The work is the same for every address. Returns
 * false if the team, without this address, has `most` people already.
 */
export async function insertInvitation(
  db: Database,
  invitation: NewInvitation,
  most: number,
): Promise<boolean> {
  const { id, ownerId, email, name, hash, createdAt, expiresAt, letter } = invitation;
  const isFull =
    sql`(select count(*) from memberships where owner_id = ${ownerId} and ended_at is null)
    + (select count(*) from invitations
      where owner_id = ${ownerId} and email <> ${email} and expires_at > ${createdAt}) >= ${most}`;
  const isOfTeam = sql`exists (select 1 from accounts
    where email = ${email} and verified_at is not null and (id = ${ownerId} or exists (
      select 1 from memberships
      where account_id = accounts.id and owner_id = ${ownerId} and ended_at is null)))`;
  const { full } = await db.write((d) => ({
    full: d.all<{ isFull: number }>(sql`select ${isFull} as isFull`),
    letter: writeLetter(
      d,
      letter,
      sql`${isOpen(ownerId)} and not (${isFull}) and not ${isOfTeam}`,
    ),
    invitation: d.run(sql`
      insert into invitations (id, owner_id, email, name, hash, created_at, expires_at)
      select ${id}, ${ownerId}, ${email}, ${name}, ${hash}, ${createdAt}, ${expiresAt}
      where ${waits(letter.id)}
      on conflict (owner_id, email) do update set name = excluded.name, hash = excluded.hash,
        created_at = excluded.created_at, expires_at = excluded.expires_at`),
  }));
  return full[0]?.isFull !== 1;
}

/** An invitation as its link finds it. */
export interface FoundInvitation {
  id: string;
  email: string;
  cafeName: string;
  /** 1 if a verified account has the address, else 0. */
  hasAccount: number;
}

const FIND = constantSql<FoundInvitation>(`
  select invitations.id, email, cafes.name as cafeName,
    exists (select 1 from accounts
      where accounts.email = invitations.email and verified_at is not null) as hasAccount
  from invitations join cafes on cafes.owner_id = invitations.owner_id
  where hash = ?1 and expires_at > ?2`);

/** The invitation whose link still works at `nowMs`. */
export async function findInvitation(
  db: Database,
  hash: string,
  nowMs: number,
): Promise<FoundInvitation | undefined> {
  return (await db.all(FIND(hash, nowMs)))[0];
}

// Invitations of a person, which become memberships when the person accepts them (docs/team.md#joining).

/** A cafe whose team someone has joined, and its room's new revision. */
interface Joined {
  ownerId: string;
  name: string;
  revision: number;
}

/** An invitation to the address of a person who has an account. */
interface OwnInvitation {
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
function accepting(accountId: string, invitationId: string, nowMs: number) {
  return {
    accepted: ACCEPT(accountId, nowMs, invitationId),
    forgotten: FORGET(accountId, nowMs, invitationId),
    joined: JOINED(accountId, invitationId),
  };
}

// The memberships table: who works for a cafe (docs/team.md). accepted_invitations.ts makes them.

const TEAM = constantSql<{ accountId: string; name: string; email: string; joined: number }>(`
  select account_id as accountId, memberships.name, accounts.email, 1 as joined, joined_at as since
  from memberships join accounts on accounts.id = account_id
  where owner_id = ?1 and ended_at is null
  union all
  select id, name, email, 0, created_at from invitations where owner_id = ?1 and expires_at > ?2
  order by joined desc, since, accountId`);

/** Who works for the cafe, by the time of joining, and then who is invited at `nowMs`. */
export async function listTeam(db: Database, ownerId: string, nowMs: number) {
  return (await db.all(TEAM(ownerId, nowMs))).map(({ accountId, name, email, joined }) => ({
    accountId,
    name,
    email,
    joined: joined === 1,
  }));
}

/**
 * Ends the membership of a person, or of the one who accepted the invitation `id`, or takes that invitation back; and ends
 * the person's lease of the cafe's player. Returns the room's revision, or undefined if there was nothing to end.
 */
export async function endMembership(
  db: Database,
  ownerId: string,
  id: string,
  nowMs: number,
): Promise<number | undefined> {
  const { ended, withdrawn, room } = await db.write((d) => ({
    ended: d.update(memberships).set({ endedAt: nowMs })
      .where(and(
        eq(memberships.ownerId, ownerId),
        or(eq(memberships.accountId, id), eq(memberships.invitationId, id)),
        isNull(memberships.endedAt),
      )).returning({ accountId: memberships.accountId }),
    leases: d.update(players).set({ leaseHash: null, tab: null, claimedBy: null, heldUntil: 0 })
      .where(and(eq(players.ownerId, ownerId), isOfNoMember)),
    withdrawn: d.delete(invitations)
      .where(and(eq(invitations.ownerId, ownerId), eq(invitations.id, id)))
      .returning({ id: invitations.id }),
    room: selectRevision(ownerId),
  }));
  if (ended.length + withdrawn.length === 0) return undefined;
  return room[0]?.revision ?? 0;
}

/** The condition that a player's lease was claimed by a person who is not of the team any more. */
const isOfNoMember = sql`claimed_by <> players.owner_id and not exists (
  select 1 from memberships
  where account_id = claimed_by and memberships.owner_id = players.owner_id and ended_at is null)`;

// Joining a team by an invitation's link, which makes an account (docs/team.md#joining).

/**
 * Uses the link: one commit makes a verified account with this password, makes it a member, and deletes the invitation and
 * the address's unverified registrations, since the link proves the address. Returns undefined if the link does not work
 * any more, or a verified account has the address.
 */
export async function joinByLink(
  db: Database,
  { id, email, hash, passwordHash }: {
    id: string;
    email: string;
    hash: string;
    passwordHash: string;
  },
  nowMs: number,
): Promise<
  { account: Pick<Account, "id" | "role" | "tokenVersion">; joined: Joined[] } | undefined
> {
  try {
    const { account, joined } = await db.write((d) => ({
      account: d.all<Pick<Account, "id" | "role" | "tokenVersion">>(sql`
        insert into accounts (id, role, email, password_hash, phone, created_at, verified_at)
        select id, 'owner', email, ${passwordHash}, '', ${nowMs}, ${nowMs} from invitations
        where id = ${id} and hash = ${hash} and expires_at > ${nowMs}
          and not exists (select 1 from accounts
            where accounts.email = invitations.email and verified_at is not null)
        returning id, role, token_version as tokenVersion`),
      ...forgetRegistrations(d, id, email),
      // The person has pressed for this cafe alone. The account has the invitation's id.
      ...accepting(id, id, nowMs),
    }));
    return account[0] && { account: account[0], joined };
  } catch (error) {
    if (isUniqueViolation(error)) return undefined;
    throw error;
  }
}
