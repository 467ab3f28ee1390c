// What an erased account leaves of teams (docs/team.md#data).
import { and, eq, isNull, type SQL } from "drizzle-orm";
import type { LibSQLDatabase } from "drizzle-orm/libsql";
import { players } from "./schema/library.ts";
import { invitations, memberships } from "./schema/team.ts";

/**
 * The statements that end the team of a cafe whose owner was `erased`, without the names of its people, and that end and
 * delete the memberships and the player's leases of a person who was. The end raises the rooms of those cafes.
 */
export function forgetTeamOf(d: LibSQLDatabase, id: string, erased: SQL, nowMs: number) {
  return {
    ended: d.update(memberships).set({ endedAt: nowMs })
      .where(and(eq(memberships.ownerId, id), isNull(memberships.endedAt), erased)),
    names: d.update(memberships).set({ name: "" }).where(and(eq(memberships.ownerId, id), erased)),
    invitations: d.delete(invitations).where(and(eq(invitations.ownerId, id), erased)),
    leases: d.update(players).set({ leaseHash: null, tab: null, claimedBy: null, heldUntil: 0 })
      .where(and(eq(players.claimedBy, id), erased)),
    left: d.update(memberships).set({ endedAt: nowMs })
      .where(and(eq(memberships.accountId, id), isNull(memberships.endedAt), erased)),
    memberships: d.delete(memberships).where(and(eq(memberships.accountId, id), erased)),
  };
}
