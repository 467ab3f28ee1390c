// Decisions on requests, one or many, and taking them back (docs/requests.md#undo).
import {
  decideSongRequest,
  decideSongRequests,
  putFirst as putFirstInDatabase,
  undoDecision as undoInDatabase,
  undoDecisions,
} from "../../db/requests/decisions.ts";
import type { LoginClaim } from "../../db/people/login_claims.ts";
import type {
  Changed,
  Decision,
  FirstChoice,
  ManyDecisions,
  ManyUndos,
  OpenRequest,
  SongRequest,
} from "../contract/requests.ts";
import { UNDO_MS } from "../contract/limits.ts";
import type { Deps } from "../deps.ts";
import { DomainError } from "../errors.ts";
import { withEndRecorded } from "../house/expire_requests.ts";
import { overdueBefore } from "../playback/play.ts";
import { toOpenRequests } from "./list_requests.ts";
import { toSongRequest } from "./song_request.ts";

/**
 * Moves the owner's request to `status`. If it already has this status, nothing changes.
 * @throws DomainError `unauthenticated` if the login has ended; `request_not_found`, also for another owner's; `request_expired`; `request_settled`; `play_under_way`
 */
export async function decideRequest(
  { db, hub, now }: Pick<Deps, "db" | "hub" | "now">,
  login: LoginClaim,
  id: string,
  { status }: Decision,
): Promise<SongRequest> {
  const decidedAt = now();
  const sentBefore = overdueBefore(decidedAt);
  const decided = await decideSongRequest(db, id, { login, status, decidedAt, sentBefore });
  if ("refused" in decided) throw new DomainError(decided.refused);
  if (decided.changed) hub.announce(login.ownerId, decided.revision);
  return toSongRequest(decided.request);
}

/**
 * Puts a song of the owner's queue before all others, or back to its usual place (docs/requests.md#first). If it stands
 * there already, nothing changes. Returns the owner's row of it.
 * @throws DomainError `unauthenticated` if the login has ended; `request_not_found`, also for another owner's;
 *   `play_under_way` if it is being sent; `not_in_queue`
 */
export async function putFirst(
  { db, hub, now }: Pick<Deps, "db" | "hub" | "now">,
  login: LoginClaim,
  id: string,
  { first }: FirstChoice,
): Promise<OpenRequest> {
  const chose = await putFirstInDatabase(db, id, { login, first, at: now() });
  if ("refused" in chose) throw new DomainError(chose.refused);
  if (chose.changed) hub.announce(login.ownerId, chose.revision);
  return toOpenRequests(chose.open).find(({ _id }) => _id === id)!;
}

// Takes back the last decision on a request (docs/requests.md#undo).

/**
 * Returns the owner's request as it was before its last decision.
 * @throws DomainError `unauthenticated` if the login has ended; `request_not_found`, also for another owner's;
 *   `play_under_way`; `not_undoable` if nothing was decided in the last two minutes, or the song was played
 */
export async function undoDecision(
  { db, hub, music, now }: Pick<Deps, "db" | "hub" | "music" | "now">,
  login: LoginClaim,
  id: string,
): Promise<SongRequest> {
  const undone = await withEndRecorded({ db, hub, now }, login.ownerId, (now) => {
    const undo = { login, now, decidedAfter: now - UNDO_MS, sources: music };
    return undoInDatabase(db, id, undo);
  });
  if ("refused" in undone) throw new DomainError(undone.refused);
  hub.announce(login.ownerId, undone.revision);
  return toSongRequest(undone.request);
}

// Decides on many requests at once, and takes the decisions back (docs/requests.md#many-at-once).

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
