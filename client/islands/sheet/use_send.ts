// Sends requests and tips of support from the sheet. A guest may close the sheet meanwhile and go on.
import { useRef } from "react";
import { ApiError } from "../../lib/http.ts";
import type { Notices } from "../../lib/notices.ts";
import type { CafeStore } from "../cafe_store.ts";
import type { PageHistory } from "../search/page_history.ts";
import { type Attempt, sendRequest, type SentRequest } from "./send_request.ts";
import { failureOf, SEND_FAILED, type SendFailure, SUPPORT_FAILED } from "./send_failure.ts";
import type { TippedSong } from "./tipped_song.ts";

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
export type Send = (song: TippedSong, tipAmount: number) => Promise<SendFailure | undefined>;

export function useSend({ cafe, views, notices, beginAsking }: Asking): Send {
  /** By the song's id, so that a guest who closes the sheet, opens it again and sends once more asks once. */
  const attempts = useRef(new Map<string, Attempt>());
  return async (song, tipAmount) => {
    const { ownerId, masa, house } = cafe.current();
    if (!ownerId) return { text: "Kafe bilgileri yüklenemedi, istek gönderilemiyor." };
    const attempt = attempts.current.get(song.id) ?? {};
    attempts.current.set(song.id, attempt);
    const finish = beginAsking(song);
    const view = views.current();
    let sent: SentRequest;
    try {
      const table = house.table ? masa : undefined;
      sent = await sendRequest(song, { ownerId, tipAmount, table }, attempt);
    } catch (error) {
      const failure = failureOf(error, song.supports ? SUPPORT_FAILED : SEND_FAILED);
      // The rules may have changed since they were fetched.
      if (error instanceof ApiError && error.status === 409) void cafe.refresh();
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
