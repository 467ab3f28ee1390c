// The memberships table: who works for a cafe (docs/team.md). accepted_invitations.ts makes them.
import { and, eq, isNull, or, sql } from "drizzle-orm";
import type { Database } from "./client.ts";
import { constantSql } from "./constant_sql.ts";
import { selectRevision } from "./rooms.ts";
import { players } from "./schema/library.ts";
import { invitations, memberships } from "./schema/team.ts";

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
