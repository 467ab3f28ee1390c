// Why a request was not accepted, in the words that the guest reads. Pure.
import { ApiError } from "../../lib/http.ts";

export const SEND_FAILED = "İstek gönderilirken bir sorun oluştu.";

export interface SendFailure {
  text: string;
  detail?: string;
  /** Whether the server was not reached. */
  offline?: boolean;
  /** After how many seconds the sentence is no longer true. */
  endsInS?: number;
}

export function failureOf(error: unknown): SendFailure {
  if (!(error instanceof ApiError)) {
    const detail = "Bağlantı yok. Bağlantı gelince tekrar deneyin.";
    return { text: SEND_FAILED, detail, offline: true };
  }
  // A rule of the house, or a limit: nothing went wrong.
  if (error.status === 409 && error.msg) return { text: error.msg };
  return { text: SEND_FAILED, detail: error.msg, endsInS: error.retryAfterS };
}
