// Approves or rejects a request (docs/requests.md#deciding).
import { decideSongRequest } from "../../db/decisions.ts";
import type { LoginClaim } from "../../db/sessions.ts";
import type { Decision, SongRequest } from "../contract/requests.ts";
import type { Deps } from "../deps.ts";
import { DomainError } from "../errors.ts";
import { overdueBefore } from "../playback/play.ts";
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
