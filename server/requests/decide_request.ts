// The owner approves or rejects.
import { decideSongRequest } from "../../db/song_requests.ts";
import type { Decision, SongRequest } from "../contract/requests.ts";
import type { Deps } from "../deps.ts";
import { DomainError } from "../errors.ts";
import { toSongRequest } from "./song_request.ts";

/**
 * Moves the owner's request to `status`; asking for what it is already changes nothing (contract).
 * @throws DomainError `request_not_found`, also for another owner's; `request_settled`;
 *   `play_under_way`
 */
export async function decideRequest(
  { db, hub, now }: Pick<Deps, "db" | "hub" | "now">,
  ownerId: string,
  id: string,
  { status }: Decision,
): Promise<SongRequest> {
  const { changed, request, revision } = await decideSongRequest(db, {
    id,
    ownerId,
    status,
    decidedAt: now(),
  });
  if (!request) throw new DomainError("request_not_found");
  if (changed) hub.announce(ownerId, revision!);
  if (request.claimedAt !== null) throw new DomainError("play_under_way");
  if (request.playedAt !== null || request.status !== status) {
    throw new DomainError("request_settled");
  }
  return toSongRequest(request);
}
