// Who works for a cafe: the list, invitations, and ends (docs/team.md).
import {
  endMembership as endInDatabase,
  insertInvitation,
  listTeam as listInDatabase,
} from "../../db/people/team.ts";
import { keepEndings } from "../account/kept_endings.ts";
import { logSecurityEvent } from "../auth/security_log.ts";
import { DAY_MS, HOUR_MS } from "../contract/clock.ts";
import { type Invitation, MAX_TEAM, type TeamMember } from "../contract/team.ts";
import type { Deps } from "../deps.ts";
import { DomainError } from "../errors.ts";
import type { LimitRule } from "../http/limits.ts";
import { newId } from "../ids.ts";
import { hashToken } from "../secrets.ts";
import { newLetter, randomLinkToken } from "../mail/new_letter.ts";

const LINK_LIFETIME_MS = 7 * DAY_MS;
/** For each cafe, to all addresses together: letters to strangers must not be cheap. */
const BY_OWNER: LimitRule = {
  name: "invitations",
  max: 20,
  windowMs: HOUR_MS,
  code: "too_many_invitations",
};

/**
 * Does the same work for every address, so that neither the answer nor its time tells whether it has an account. The link
 * leads to `origin`.
 * @throws DomainError `team_full`, `too_many_invitations`
 */
export async function invite(
  deps: Pick<Deps, "cipher" | "config" | "db" | "limits" | "now" | "outbox">,
  ownerId: string,
  { email, name }: Invitation,
  origin: string,
): Promise<void> {
  deps.limits.take(BY_OWNER, ownerId);
  const token = randomLinkToken();
  const createdAt = deps.now();
  const hasRoom = await insertInvitation(deps.db, {
    id: newId(createdAt),
    ownerId,
    email,
    name,
    hash: await hashToken(token),
    createdAt,
    expiresAt: createdAt + LINK_LIFETIME_MS,
    letter: await newLetter(deps, "invitation", email, {
      secret: token,
      origin,
      asker: ownerId,
    }),
  }, MAX_TEAM);
  if (!hasRoom) throw new DomainError("team_full");
  deps.outbox.nudge();
}

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

/** Who works for the cafe, by the time of joining, and then who is invited. */
export async function listTeam(
  { db, now }: Pick<Deps, "db" | "now">,
  ownerId: string,
): Promise<TeamMember[]> {
  return await listInDatabase(db, ownerId, now());
}
