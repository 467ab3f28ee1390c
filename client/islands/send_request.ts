// Sends a song request so that an impatient thumb or a lost answer cannot send it twice.
import type { SearchResult } from "../../server/contract/playback.ts";
import type { SongRequest, SongRequestDraft } from "../../server/contract/requests.ts";
import { call } from "../lib/http.ts";

/** One submitted form: the same content keeps its key over every retry, another content gets another. */
export interface Attempt {
  key?: string;
  tipAmount?: number;
}

/** @throws ApiError, NetworkError (lib/http.ts) */
export async function sendRequest(
  song: SearchResult,
  { ownerId, tipAmount }: Pick<SongRequestDraft, "ownerId" | "tipAmount">,
  attempt: Attempt,
): Promise<SongRequest> {
  if (attempt.tipAmount !== tipAmount || !attempt.key) {
    attempt.tipAmount = tipAmount;
    attempt.key = newKey();
  }
  const draft: SongRequestDraft = {
    songTitle: song.title,
    artist: song.artist,
    albumArt: song.albumArt,
    uri: song.uri,
    ownerId,
    tipAmount,
  };
  return await call("POST", "/api/requests", { body: draft, idempotencyKey: attempt.key });
}

/** Not crypto.randomUUID: a cafe's own box serves over plain http, where browsers hide it. */
function newKey(): string {
  return Array.from(
    crypto.getRandomValues(new Uint8Array(16)),
    (byte) => byte.toString(16).padStart(2, "0"),
  ).join("");
}
