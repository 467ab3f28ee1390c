// Decides on many requests at once, and takes the decisions back (docs/requests.md#many-at-once).
import { decideSongRequests } from "../../db/decisions.ts";
import type { LoginClaim } from "../../db/sessions.ts";
import { undoDecisions } from "../../db/undo_decision.ts";
import type { Changed, ManyDecisions, ManyUndos } from "../contract/many_at_once.ts";
import type { Deps } from "../deps.ts";
import { DomainError } from "../errors.ts";
import { withEndRecorded } from "../house/expire_requests.ts";
import { overdueBefore } from "../playback/play.ts";
import { UNDO_MS } from "./undo_decision.ts";

type DecisionDeps = Pick<Deps, "db" | "hub" | "music" | "now">;

/**
 * Approves or rejects each of the owner's requests that allows it, in one commit, and tells the room once.
 * @throws DomainError `unauthenticated` if the login has ended
 */
export async function decideMany(
  { db, hub, now }: DecisionDeps,
  login: LoginClaim,
  { ids, status }: ManyDecisions,
): Promise<Changed> {
  const decidedAt = now();
  const sentBefore = overdueBefore(decidedAt);
  const decided = await decideSongRequests(db, ids, { login, status, decidedAt, sentBefore });
  return announced(hub, login, decided);
}

/**
 * Takes back each decision that can be undone, in one commit, and tells the room once.
 * @throws DomainError `unauthenticated` if the login has ended
 */
export async function undoMany(
  { db, hub, music, now }: DecisionDeps,
  login: LoginClaim,
  { ids }: ManyUndos,
): Promise<Changed> {
  const undone = await withEndRecorded({ db, hub, now }, login.ownerId, (now) => {
    const undo = { login, now, decidedAfter: now - UNDO_MS, sources: music };
    return undoDecisions(db, ids, undo);
  });
  return announced(hub, login, undone);
}

function announced(
  hub: Deps["hub"],
  { ownerId }: LoginClaim,
  outcome: Awaited<ReturnType<typeof decideSongRequests>>,
): Changed {
  if ("refused" in outcome) throw new DomainError(outcome.refused);
  const { changed, revision } = outcome;
  if (changed > 0) hub.announce(ownerId, revision);
  return { changed };
}
