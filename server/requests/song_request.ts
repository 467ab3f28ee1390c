// A stored request as it goes over the wire. This is the only place that knows the shape.
import type { QueuedRequest } from "../../db/queue.ts";
import { toTl } from "../contract/money.ts";
import type { RequestStatus, SongRequest } from "../contract/requests.ts";

/** The nine fields of a request and no more: who sent it stays here. */
export function toSongRequest(row: QueuedRequest): SongRequest {
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
  };
}

/** A played request stays 'approved' on the wire (docs/requests.md#statuses). */
export function wireStatus(status: QueuedRequest["status"]): RequestStatus {
  return status === "played" ? "approved" : status;
}
