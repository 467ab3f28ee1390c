// The invitations table: who may join a team (docs/team.md#invitations). Only the hash of a link's token is stored.
import { sql } from "drizzle-orm";
import type { Database } from "./client.ts";
import { constantSql } from "./constant_sql.ts";
import { type NewLetter, waits, writeLetter } from "./letters.ts";
import { isOpen } from "./rooms.ts";

/** An invitation to a cafe's team, and the letter that carries its link. */
export interface NewInvitation {
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
