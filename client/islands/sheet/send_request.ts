// Sends a request or a tip of support so that a second press or a lost answer cannot send it twice
// (docs/requests.md#idempotency).
import type { SongRequest, SongRequestDraft } from "../../../server/contract/requests.ts";
import { call } from "../../lib/http.ts";
import type { TippedSong } from "./tipped_song.ts";

/** What was sent by one form: a retry with the same tip keeps the key, another tip gets a new key. */
export interface Attempt {
  key?: string;
  tipAmount?: number;
}

/** What the server has answered. */
export interface SentRequest {
  /** With all support, in TL. */
  tipAmount: number;
  /** Of a request that was asked for: whether it waits for the cafe. */
  status?: SongRequest["status"];
}

/**
 * Sends the request or the tip and records its idempotency key in `attempt`. Resolves to the request's tips, and to its status
 * if it was asked for.
 * @throws ApiError, NetworkError
 */
export async function sendRequest(
  song: TippedSong,
  { ownerId, tipAmount, table }: Pick<SongRequestDraft, "ownerId" | "tipAmount" | "table">,
  attempt: Attempt,
): Promise<SentRequest> {
  if (attempt.tipAmount !== tipAmount || !attempt.key) {
    attempt.tipAmount = tipAmount;
    attempt.key = newKey();
  }
  const idempotencyKey = attempt.key;
  if (song.supports) {
    return await call("POST /api/requests/:id/tips", {
      params: { id: song.supports },
      body: { tipAmount },
      idempotencyKey,
    });
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
  return await call("POST /api/requests", { body: draft, idempotencyKey });
}

/** 128 random bits. Not `crypto.randomUUID`, which browsers do not offer to pages served over plain http. */
function newKey(): string {
  return Array.from(
    crypto.getRandomValues(new Uint8Array(16)),
    (byte) => byte.toString(16).padStart(2, "0"),
  ).join("");
}
