// Songs, requests and queues as the wire carries them, for tests without a server.
import type { SearchResult } from "../../../server/contract/music.ts";
import type { OwnRequest, SongRequest } from "../../../server/contract/requests.ts";

export function searchResult(changes: Partial<SearchResult> = {}): SearchResult {
  return {
    id: "4uLU6hMCjMI75M1A2tKUQC",
    title: "Gülpembe",
    artist: "Barış Manço",
    albumArt: "",
    uri: "spotify:track:4uLU6hMCjMI75M1A2tKUQC",
    ...changes,
  };
}

export function songRequest(_id: string, changes: Partial<SongRequest> = {}): SongRequest {
  return {
    _id,
    songTitle: `Şarkı ${_id}`,
    artist: "Barış Manço",
    albumArt: "",
    uri: `spotify:track:${_id}`,
    ownerId: "owner",
    tipAmount: 10,
    status: "approved",
    createdAt: "2026-11-02T17:00:00.000Z",
    ...changes,
  };
}

export function ownRequest(_id: string, changes: Partial<OwnRequest> = {}): OwnRequest {
  return {
    _id,
    songTitle: `Şarkı ${_id}`,
    artist: "Barış Manço",
    albumArt: "",
    tipAmount: 10,
    status: "pending",
    place: null,
    playedAt: null,
    ...changes,
  };
}
