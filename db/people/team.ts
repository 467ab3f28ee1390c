// Who works for a cafe (docs/team.md): invitations, of which only the hash of a link's token is stored,
// memberships, and the cafes of a person.
import type { Account } from "./accounts.ts";
import { forgetRegistrations } from "./registrations.ts";
import type { Database } from "../connection/client.ts";
import { statement } from "../connection/statement.ts";
import { isUniqueViolation } from "../connection/errors.ts";
import { type NewLetter, WAITS, writeLetter, written } from "./letters.ts";
import { OPEN_CAFE, selectRevision } from "./rooms.ts";

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

/** Whom an invitation is for, and when it is made. */
interface Invited {
  owner: string;
  email: string;
  now: number;
  most: number;
}

const IS_FULL = `(select count(*) from memberships where owner_id = :owner and ended_at is null)
    + (select count(*) from invitations
      where owner_id = :owner and email <> :email and expires_at > :now) >= :most`;
const FULL = statement<Invited, { isFull: number }>(`select ${IS_FULL} as isFull`);
const WRITE_INVITATION = writeLetter<Invited>(`${OPEN_CAFE} and not (${IS_FULL})
    and not exists (select 1 from accounts
      where email = :email and verified_at is not null and (id = :owner or exists (
        select 1 from memberships
        where account_id = accounts.id and owner_id = :owner and ended_at is null)))`);
const INVITE = statement<
  Omit<NewInvitation, "ownerId" | "letter"> & { owner: string; letter: string }
>(`
  insert into invitations (id, owner_id, email, name, hash, created_at, expires_at)
  select :id, :owner, :email, :name, :hash, :createdAt, :expiresAt where ${WAITS}
  on conflict (owner_id, email) do update set name = excluded.name, hash = excluded.hash,
    created_at = excluded.created_at, expires_at = excluded.expires_at`);

/**
 * Stores an invitation in place of the cafe's older one to the same address, with its letter. Nothing is stored if the
 * address is the owner's or a member's, or its letters are over a limit. The work is the same for every address. Returns
 * false if the team, without this address, has `most` people already.
 */
export async function insertInvitation(
  db: Database,
  { id, ownerId: owner, email, name, hash, createdAt, expiresAt, letter }: NewInvitation,
  most: number,
): Promise<boolean> {
  const invited = { owner, email, now: createdAt, most };
  const { full } = await db.write(() => ({
    full: FULL(invited),
    letter: WRITE_INVITATION({ ...written(letter), ...invited }),
    invitation: INVITE(
      { id, owner, email, name, hash, createdAt, expiresAt, letter: letter.id },
    ),
  }));
  return full[0]?.isFull !== 1;
}

/** The condition that the link of an invitation works. */
const IS_ALIVE = "hash = :hash and expires_at > :now";

/** An invitation as its link finds it. */
export interface FoundInvitation {
  id: string;
  email: string;
  cafeName: string;
  /** 1 if a verified account has the address, else 0. */
  hasAccount: number;
}

const FIND = statement<{ hash: string; now: number }, FoundInvitation>(`
  select invitations.id, email, cafes.name as cafeName,
    exists (select 1 from accounts
      where accounts.email = invitations.email and verified_at is not null) as hasAccount
  from invitations join cafes on cafes.owner_id = invitations.owner_id
  where ${IS_ALIVE}`);

/** The invitation whose link still works at `nowMs`. */
export async function findInvitation(
  db: Database,
  hash: string,
  nowMs: number,
): Promise<FoundInvitation | undefined> {
  return (await db.all(FIND({ hash, now: nowMs })))[0];
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

/** The invitations, alive at `:now`, to the verified address of `:account`. An admin joins no team. */
const OF_PERSON = `from invitations join accounts on accounts.email = invitations.email
  where accounts.id = :account and accounts.role = 'owner' and accounts.verified_at is not null
    and accounts.erased_at is null and owner_id <> accounts.id and expires_at > :now`;

const WAITING = statement<{ account: string; now: number }, OwnInvitation>(`
  select invitations.id, (select name from cafes where cafes.owner_id = invitations.owner_id) as cafeName
  ${OF_PERSON} order by invitations.created_at, invitations.id`);

/** What the person may accept, the oldest first. */
export async function listInvitationsOf(
  db: Database,
  accountId: string,
  nowMs: number,
): Promise<OwnInvitation[]> {
  return await db.all(WAITING({ account: accountId, now: nowMs }));
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
const ACCEPT = statement<{ account: string; now: number; id: string }, { ownerId: string }>(`
  insert into memberships (account_id, owner_id, role, name, invitation_id, invited_at, joined_at)
  select accounts.id, owner_id, 'staff', name, invitations.id, invitations.created_at, :now
    ${OF_PERSON} and invitations.id = :id
  on conflict (account_id, owner_id) do update set name = excluded.name,
    invitation_id = excluded.invitation_id, invited_at = excluded.invited_at,
    joined_at = case when ended_at is null then joined_at else excluded.joined_at end, ended_at = null
  returning owner_id as ownerId`);

const FORGET = statement<{ account: string; now: number; id: string }>(
  `delete from invitations where id in (select invitations.id ${OF_PERSON} and invitations.id = :id)`,
);

const JOINED = statement<{ account: string; id: string }, Joined>(`
  select memberships.owner_id as ownerId, cafes.name as name, revision
  from memberships join rooms on rooms.owner_id = memberships.owner_id
    join cafes on cafes.owner_id = memberships.owner_id
  where account_id = :account and invitation_id = :id and ended_at is null`);

/** The statements that accept one, and tell which room has changed. */
function accepting(accountId: string, invitationId: string, nowMs: number) {
  return {
    accepted: ACCEPT({ account: accountId, now: nowMs, id: invitationId }),
    forgotten: FORGET({ account: accountId, now: nowMs, id: invitationId }),
    joined: JOINED({ account: accountId, id: invitationId }),
  };
}

const TEAM = statement<
  { owner: string; now: number },
  { accountId: string; name: string; email: string; joined: number }
>(`
  select account_id as accountId, memberships.name, accounts.email, 1 as joined, joined_at as since
  from memberships join accounts on accounts.id = account_id
  where owner_id = :owner and ended_at is null
  union all
  select id, name, email, 0, created_at from invitations where owner_id = :owner and expires_at > :now
  order by joined desc, since, accountId`);

/** Who works for the cafe, by the time of joining, and then who is invited at `nowMs`. */
export async function listTeam(db: Database, ownerId: string, nowMs: number) {
  return (await db.all(TEAM({ owner: ownerId, now: nowMs }))).map((
    { accountId, name, email, joined },
  ) => ({
    accountId,
    name,
    email,
    joined: joined === 1,
  }));
}

const END = statement<{ owner: string; id: string; now: number }>(`
  update memberships set ended_at = :now
  where owner_id = :owner and (account_id = :id or invitation_id = :id) and ended_at is null
  returning account_id as id`);
/** Ends a player's lease that was claimed by a person who is not of the team any more. */
const END_LEASE = statement<{ owner: string }>(`
  update players set lease_hash = null, tab = null, claimed_by = null, held_until = 0
  where owner_id = :owner and claimed_by <> owner_id and not exists (
    select 1 from memberships
    where account_id = claimed_by and memberships.owner_id = :owner and ended_at is null)`);
const TAKE_BACK = statement<{ owner: string; id: string }>(
  "delete from invitations where owner_id = :owner and id = :id returning id",
);

/**
 * Ends the membership of a person, or of the one who accepted the invitation `id`, or takes that invitation back; and ends
 * the person's lease of the cafe's player. Returns the room's revision, or undefined if there was nothing to end.
 */
export async function endMembership(
  db: Database,
  owner: string,
  id: string,
  now: number,
): Promise<number | undefined> {
  const { ended, withdrawn, room } = await db.write(() => ({
    ended: END({ owner, id, now }),
    leases: END_LEASE({ owner }),
    withdrawn: TAKE_BACK({ owner, id }),
    room: selectRevision({ owner }),
  }));
  if (ended.length + withdrawn.length === 0) return undefined;
  return room[0]?.revision ?? 0;
}

// Joining a team by an invitation's link, which makes an account (docs/team.md#joining).

type Joiner = Pick<Account, "id" | "role" | "tokenVersion">;

const MAKE_ACCOUNT = statement<
  { id: string; hash: string; passwordHash: string; now: number },
  Joiner
>(`
  insert into accounts (id, role, email, password_hash, phone, created_at, verified_at)
  select id, 'owner', email, :passwordHash, '', :now, :now from invitations
  where id = :id and ${IS_ALIVE} and not exists (select 1 from accounts
    where accounts.email = invitations.email and verified_at is not null)
  returning id, role, token_version as tokenVersion`);

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
  now: number,
): Promise<{ account: Joiner; joined: Joined[] } | undefined> {
  try {
    const { account, joined } = await db.write(() => ({
      account: MAKE_ACCOUNT({ id, hash, passwordHash, now }),
      ...forgetRegistrations({ id, email }),
      // The person has pressed for this cafe alone. The account has the invitation's id.
      ...accepting(id, id, now),
    }));
    return account[0] && { account: account[0], joined };
  } catch (error) {
    if (isUniqueViolation(error)) return undefined;
    throw error;
  }
}

/** A cafe that a login may speak for (docs/team.md#several-cafes). */
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
