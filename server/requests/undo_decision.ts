// Takes back the last decision on a request (docs/requests.md#undo).
import type { LoginClaim } from "../../db/sessions.ts";
import { undoDecision as undoInDatabase } from "../../db/undo_decision.ts";
import type { SongRequest } from "../contract/requests.ts";
import type { Deps } from "../deps.ts";
import { DomainError } from "../errors.ts";
import { withEndRecorded } from "../house/expire_requests.ts";
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
  const undone = await withEndRecorded({ db, hub, now }, login.ownerId, (now) => {
    const undo = { login, now, decidedAfter: now - UNDO_MS, sources: music };
    return undoInDatabase(db, id, undo);
  });
  if ("refused" in undone) throw new DomainError(undone.refused);
  hub.announce(login.ownerId, undone.revision);
  return toSongRequest(undone.request);
}
