// Sends a song request so that a second press or a lost answer cannot create it twice (docs/requests.md#idempotency).
import type { SearchResult } from "../../../server/contract/music.ts";
import type { SongRequest, SongRequestDraft } from "../../../server/contract/requests.ts";
import { call } from "../../lib/http.ts";

/** What was sent by one form: a retry with the same tip keeps the key, another tip gets a new key. */
export interface Attempt {
  key?: string;
  tipAmount?: number;
}

/**
 * Sends the request and records its idempotency key in `attempt`.
 * @throws ApiError, NetworkError
 */
export async function sendRequest(
  song: SearchResult,
  { ownerId, tipAmount, table }: Pick<SongRequestDraft, "ownerId" | "tipAmount" | "table">,
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
    table,
  };
  return await call("POST /api/requests", { body: draft, idempotencyKey: attempt.key });
}

/** 128 random bits. Not `crypto.randomUUID`, which browsers do not offer to pages served over plain http. */
function newKey(): string {
  return Array.from(
    crypto.getRandomValues(new Uint8Array(16)),
    (byte) => byte.toString(16).padStart(2, "0"),
  ).join("");
}
