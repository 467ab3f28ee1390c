// A stored request as it goes over the wire.
import type { SongRequestRow } from "../../db/song_requests.ts";
import { toTl } from "../contract/money.ts";
import type { SongRequest } from "../contract/requests.ts";

/** The nine fields of spec 3 and no more: who sent it and what the player does with it stay here. */
export function toSongRequest(row: SongRequestRow): SongRequest {
  return {
    _id: row.id,
    songTitle: row.songTitle,
    artist: row.artist,
    albumArt: row.albumArt,
    uri: row.uri,
    ownerId: row.ownerId,
    tipAmount: toTl(row.tipKurus),
    status: row.status,
    createdAt: new Date(row.createdAt).toISOString(),
  };
}
