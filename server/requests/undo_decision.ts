// Takes back the last decision on a request (docs/requests.md#undo).
import type { LoginClaim } from "../../db/sessions.ts";
import { undoDecision as undoInDatabase } from "../../db/undo_decision.ts";
import type { SongRequest } from "../contract/requests.ts";
import type { Deps } from "../deps.ts";
import { DomainError } from "../errors.ts";
import { recordEndOfHours } from "../house/expire_requests.ts";
import { toSongRequest } from "./song_request.ts";

/** How long a decision can be undone (docs/requests.md#undo). */
export const UNDO_MS = 2 * 60 * 1000;

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
  await recordEndOfHours({ db, hub, now }, login.ownerId);
  const decidedAfter = now() - UNDO_MS;
  const undone = await undoInDatabase(db, id, { login, decidedAfter, sources: music });
  if ("refused" in undone) throw new DomainError(undone.refused);
  hub.announce(login.ownerId, undone.revision);
  return toSongRequest(undone.request);
}
