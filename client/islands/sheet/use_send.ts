// Sends requests and tips of support from the sheet. A guest may close the sheet meanwhile and go on.
import { useRef } from "react";
import type {
  Dedication,
  SongRequest,
  SongRequestDraft,
} from "../../../server/contract/requests.ts";
import { HOUSE_ERRORS } from "../../../server/contract/rule_names.ts";
import { ApiError, call } from "../../lib/http.ts";
import type { Notices } from "../../lib/notices.ts";
import type { CafeStore } from "../cafe_store.ts";
import { refusalText, texts } from "../language.ts";
import type { PageHistory } from "../search/page_history.ts";
import type { TippedSong } from "./tipped_song.ts";

/** What was sent by one form: a retry with the same tip and dedication keeps the key, others get a new key. */
export interface Attempt {
  key?: string;
  sent?: string;
}

/** What the server has answered. */
export interface SentRequest {
  /** The request's tip with all support, in TL. */
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
  { ownerId, tipAmount, table, dedication }: Pick<
    SongRequestDraft,
    "ownerId" | "tipAmount" | "table" | "dedication"
  >,
  attempt: Attempt,
): Promise<SentRequest> {
  const sent = JSON.stringify([tipAmount, dedication]);
  if (attempt.sent !== sent || !attempt.key) {
    attempt.sent = sent;
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
    dedication,
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

export interface SendFailure {
  text: string;
  detail?: string;
  /** Whether the server was not reached. */
  offline?: boolean;
  /** After how many seconds the sentence is no longer true. */
  endsInS?: number;
  /** The request that can be supported instead. */
  waitingId?: string;
}

/** Whether a rule of the house refused it, or the song waits no longer: nothing went wrong. */
function isSaidByCafe(error: unknown): boolean {
  return error instanceof ApiError && error.code !== undefined &&
    (error.code in HOUSE_ERRORS || error.code === "not_supportable");
}

/** `text` says what went wrong if the server's own sentence is not the whole reason. */
function failureOf(error: unknown, text: string): SendFailure {
  if (!(error instanceof ApiError)) {
    return { text, detail: texts.tryOnceConnected, offline: true };
  }
  const detail = refusalText(error);
  if (isSaidByCafe(error)) return { text: detail || text, waitingId: error.waitingId };
  return { text, detail, endsInS: error.retryAfterS };
}

/** What a request needs of the page around the sheet. */
export interface Asking {
  cafe: CafeStore;
  views: PageHistory;
  notices: Notices;
  /**
   * To be called when a request for `song` sets out, or a tip that supports one. It returns what is to be called with the
   * server's answer once it has accepted it.
   */
  beginAsking: (song: TippedSong) => (sent: SentRequest) => void;
}

/** Resolves to why the request was not accepted, or to undefined once it was. */
export type Send = (
  song: TippedSong,
  tipAmount: number,
  /** With a blank name, none. */
  dedication?: Dedication,
) => Promise<SendFailure | undefined>;

export function useSend({ cafe, views, notices, beginAsking }: Asking): Send {
  /** By the song's id, so that a guest who closes the sheet, opens it again and sends once more asks once. */
  const attempts = useRef(new Map<string, Attempt>());
  return async (song, tipAmount, given) => {
    const { ownerId, masa, house } = cafe.current();
    if (!ownerId) return { text: texts.cafeNotLoaded };
    const attempt = attempts.current.get(song.id) ?? {};
    attempts.current.set(song.id, attempt);
    const finish = beginAsking(song);
    const view = views.current();
    let sent: SentRequest;
    try {
      const table = house.table ? masa : undefined;
      const dedication = given?.to.trim() ? given : undefined;
      sent = await sendRequest(song, { ownerId, tipAmount, table, dedication }, attempt);
    } catch (error) {
      const failure = failureOf(error, song.supports ? texts.supportFailed : texts.sendFailed);
      // The rules may have changed since they were fetched.
      if (isSaidByCafe(error)) void cafe.refresh();
      // The sheet shows it, unless the guest has closed it, or has closed it and opened it again.
      if (views.current() !== view) {
        notices.show("error", failure.text, failure.detail);
      }
      return failure;
    }
    attempts.current.delete(song.id);
    finish(sent);
  };
}
