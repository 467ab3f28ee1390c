// Translates Spotify's refusals into DomainErrors, with sentences that an owner can act on.
import { z } from "zod";
import { DomainError, type ErrorDetail } from "../../errors.ts";

/** The error body of the Web API, or that of OAuth. Some answers have neither. */
const ErrorBody = z.object({
  error: z.object({ message: z.string().catch(""), reason: z.string().catch("") }).or(
    z.string().transform((message) => ({ message, reason: "" })),
  ),
});

/** The sentence of each code, for refusals without a more precise one. */
const SENTENCES = {
  music_not_connected: "Spotify hesabı bağlı değil. Lütfen önce hesabınızı bağlayın.",
  music_unavailable: "Spotify'a şu anda ulaşılamıyor. Lütfen biraz sonra tekrar deneyin.",
  music_premium_required: "Şarkı çalmak için Spotify Premium hesabı gerekiyor.",
  music_restricted: "Spotify bu cihazda şarkı çalmaya izin vermiyor. Başka bir cihaz seçin.",
  music_no_device: "Açık bir Spotify cihazı bulunamadı. Bir cihazda Spotify'ı açıp tekrar deneyin.",
  music_choose_device: "Birden fazla Spotify cihazı açık. Çalınacak cihazı seçin.",
  device_not_found:
    "Bu cihaz şu anda kullanılamıyor. Cihazda Spotify'ı açıp listeden yeniden seçin.",
};
const NOT_LISTED =
  "Bu Spotify hesabı uygulamanın kullanıcı listesinde değil. Spotify geliştirici panelinde hesabı ekleyip yeniden bağlayın.";
const SCOPE_MISSING =
  "Spotify hesabı çalma izni vermemiş. Bağlantıyı kesip hesabı yeniden bağlayın.";

const SONG_UNKNOWN = "Spotify bu şarkıyı çalamıyor. Şarkıyı sıradan çıkarıp tekrar deneyin.";

/** A refusal with its sentence. */
export function spotifyError(
  code: keyof typeof SENTENCES,
  detail: ErrorDetail = {},
  options?: ErrorOptions,
): DomainError {
  return new DomainError(code, { msg: SENTENCES[code], ...detail }, options);
}

export function notConnected(cause?: unknown): DomainError {
  return spotifyError("music_not_connected", {}, { cause });
}

/** The error if Spotify cannot be reached, or if its answer cannot be used. */
export function unavailable(cause?: unknown, msg = SENTENCES.music_unavailable): DomainError {
  return spotifyError("music_unavailable", { msg }, { cause });
}

/** Reads an answer that is not a 2xx. */
export async function refusedBy(response: Response): Promise<DomainError> {
  return toRefusal(response.status, response.headers, await response.text());
}

/** Maps an answer that is not a 2xx. Its body may be JSON, text or HTML. */
export function toRefusal(status: number, headers: Headers, text: string): DomainError {
  const { message, reason } = readError(text);
  const says = (pattern: RegExp) => pattern.test(reason) || pattern.test(message);
  if (says(/QUOTA_EXCEEDED/i)) return busy(headers, "Spotify kullanım kotası doldu.");
  if (status === 429) return busy(headers, "Spotify şu anda çok yoğun.");
  if (status === 403) {
    if (says(/premium/i)) return spotifyError("music_premium_required");
    if (says(/not registered|developer/i)) {
      return spotifyError("music_restricted", { msg: NOT_LISTED });
    }
    if (says(/scope/i)) return spotifyError("music_restricted", { msg: SCOPE_MISSING });
    return spotifyError("music_restricted");
  }
  if (status === 400 || (status === 404 && says(/resource|track|non.?existing/i))) {
    return spotifyError("music_unavailable", { msg: SONG_UNKNOWN });
  }
  if (status === 404) return spotifyError("music_no_device");
  return unavailable();
}

/** Returns the seconds of a `Retry-After`, undefined if it is missing, 0 or not a number. */
export function retryAfterS(headers: Headers): number | undefined {
  const seconds = Number(headers.get("retry-after"));
  return Number.isSafeInteger(seconds) && seconds > 0 ? seconds : undefined;
}

function readError(text: string): { message: string; reason: string } {
  try {
    return ErrorBody.parse(JSON.parse(text)).error;
  } catch {
    return { message: text, reason: "" };
  }
}

function busy(headers: Headers, sentence: string): DomainError {
  const seconds = retryAfterS(headers);
  return new DomainError("music_busy", {
    retryAfterS: seconds,
    msg: `${sentence} ${inTurkish(seconds)} tekrar deneyin.`,
  });
}

function inTurkish(seconds: number | undefined): string {
  if (seconds === undefined) return "Biraz sonra";
  if (seconds < 120) return `${seconds} saniye sonra`;
  if (seconds < 2 * 3600) return `${Math.ceil(seconds / 60)} dakika sonra`;
  return `${Math.ceil(seconds / 3600)} saat sonra`;
}
