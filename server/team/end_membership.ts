// Ends a membership at once: its tokens, and its lease of the player (docs/team.md#ending).
import { endMembership as endInDatabase } from "../../db/memberships.ts";
import { keepEndings } from "../account/kept_endings.ts";
import { logSecurityEvent } from "../auth/security_log.ts";
import type { Deps } from "../deps.ts";
import { DomainError } from "../errors.ts";

type EndDeps = Pick<Deps, "config" | "db" | "hub" | "now">;

/**
 * Takes a person out of the owner's team, or an invitation back, and tells the room: every open page asks again, and those
 * of this person are refused.
 * @throws DomainError `member_not_found`, also for another cafe's
 */
export async function removeMember(deps: EndDeps, ownerId: string, id: string): Promise<void> {
  if (!await end(deps, ownerId, id)) throw new DomainError("member_not_found");
}

/** Leaves a team. @throws DomainError `cafe_not_found` if the person does not belong to it */
export async function leaveTeam(deps: EndDeps, accountId: string, ownerId: string): Promise<void> {
  if (!await end(deps, ownerId, accountId)) throw new DomainError("cafe_not_found");
}

async function end(deps: EndDeps, ownerId: string, id: string): Promise<boolean> {
  const { db, hub, now } = deps;
  const revision = await endInDatabase(db, ownerId, id, now());
  if (revision === undefined) return false;
  logSecurityEvent("membership ended", id, { ownerId });
  hub.announce(ownerId, revision);
  await keepEndings(deps);
  return true;
}
