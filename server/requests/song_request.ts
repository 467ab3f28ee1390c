// Turns a stored request into its shape on the wire.
import type { InOrder, QueuedRequest, QueuedSongRow } from "../../db/requests/queue.ts";
import { toTl } from "../contract/money.ts";
import type { QueuedSong, RequestStatus, SongRequest } from "../contract/requests.ts";

/** Returns the fields that everyone may see. The guest's id is not one of them (docs/requests.md#who-sees-what). */
export function toSongRequest(
  row: Omit<QueuedRequest, "isOwn"> & { isOwn: 0 | 1 | boolean },
): SongRequest {
  return {
    _id: row.id,
    songTitle: row.songTitle,
    artist: row.artist,
    albumArt: row.albumArt,
    uri: row.uri,
    ownerId: row.ownerId,
    tipAmount: toTl(row.tipKurus),
    status: wireStatus(row.status),
    createdAt: new Date(row.createdAt).toISOString(),
    own: Boolean(row.isOwn),
    first: row.firstAt !== null && row.status === "approved",
  };
}

/** Returns a request as the public queue tells it. */
export function toQueuedSong(row: InOrder<QueuedSongRow>): QueuedSong {
  const { durationMs, outOfTurn } = row;
  return {
    ...toSongRequest(row),
    ...(durationMs !== null && { durationMs }),
    ...(outOfTurn && { outOfTurn }),
  };
}

/**
 * Returns the status on the wire, where a played request stays 'approved' and one that was taken back is 'rejected'
 * (docs/requests.md#statuses).
 */
export function wireStatus(status: QueuedRequest["status"]): RequestStatus {
  if (status === "withdrawn") return "rejected";
  return status === "played" ? "approved" : status;
}
