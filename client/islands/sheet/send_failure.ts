// Why a request or a tip of support was not accepted, in the words that the guest reads. Pure.
import { ApiError } from "../../lib/http.ts";

export const SEND_FAILED = "İstek gönderilirken bir sorun oluştu.";
export const SUPPORT_FAILED = "Destek verilirken bir sorun oluştu.";

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

/** `text` says what went wrong if the server's own sentence is not the whole reason. */
export function failureOf(error: unknown, text = SEND_FAILED): SendFailure {
  if (!(error instanceof ApiError)) {
    const detail = "Bağlantı yok. Bağlantı gelince tekrar deneyin.";
    return { text, detail, offline: true };
  }
  // A rule of the house, or a limit: nothing went wrong.
  if (error.status === 409 && error.msg) return { text: error.msg, waitingId: error.waitingId };
  return { text, detail: error.msg, endsInS: error.retryAfterS };
}
