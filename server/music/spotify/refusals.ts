// Translates Spotify's refusals into DomainErrors, with sentences that an owner can act on.
import { z } from "zod";
import { DomainError, type ErrorDetail } from "../../errors.ts";

/** Begins the sentence of a service that was asked too much. */
export const TOO_BUSY = "Spotify şu anda çok yoğun.";

/** Spotify does not want to be asked for the given seconds, or for a time that it does not name. */
export class BusyError extends DomainError {
  constructor(readonly sentence: string, seconds?: number, options?: ErrorOptions) {
    const msg = `${sentence} ${inTurkish(seconds)} tekrar deneyin.`;
    super("music_busy", { retryAfterS: seconds, msg }, options);
  }
}

/**
 * Returns the seconds that a `Retry-After` names, as a number or as an HTTP date. Undefined if it is missing, 0, in the
 * past or neither of them.
 */
function retryAfterS(headers: Headers, nowMs: number): number | undefined {
  const value = headers.get("retry-after") ?? "";
  const seconds = value.endsWith("GMT")
    ? Math.ceil((Date.parse(value) - nowMs) / 1000)
    : Number(value);
  return Number.isSafeInteger(seconds) && seconds > 0 ? seconds : undefined;
}

function inTurkish(seconds: number | undefined): string {
  if (seconds === undefined) return "Biraz sonra";
  if (seconds < 120) return `${seconds} saniye sonra`;
  if (seconds < 2 * 3600) return `${Math.ceil(seconds / 60)} dakika sonra`;
  return `${Math.ceil(seconds / 3600)} saat sonra`;
}

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
  music_choose_device: "Birden fazla Spotify cihazı açık. Müziğin çalacağı cihazı seçin.",
  device_not_found:
    "Bu cihaz şu anda kullanılamıyor. Cihazda Spotify'ı açıp listeden yeniden seçin.",
};
const NOT_LISTED =
  "Bu Spotify hesabı uygulamanın kullanıcı listesinde değil. Spotify geliştirici panelinde hesabı ekleyip yeniden bağlayın.";
const SCOPE_MISSING =
  "Spotify bağlantısında şarkı çalma izni yok. Bağlantıyı kesip hesabı yeniden bağlayın.";

const SONG_UNKNOWN = "Spotify bu şarkıyı çalamıyor. Şarkıyı sıradan çıkarıp tekrar deneyin.";
const PLAYLIST_UNKNOWN = "Spotify bu çalma listesini çalamıyor. Başka bir çalma listesi seçin.";

/** Spotify has answered 5xx. */
export class BrokenError extends DomainError {
  constructor() {
    super("music_unavailable", { msg: SENTENCES.music_unavailable });
  }
}

/** Spotify does not have what the call names, or not for this market. */
export class MissingError extends DomainError {
  constructor() {
    super("music_unavailable", { msg: SONG_UNKNOWN });
  }
}

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

/** The error if the chosen device cannot be used. Its name is null if it is not known. */
export function chosenDeviceOff(name: string | null): DomainError {
  const device = name === null ? "Seçtiğiniz cihaz" : `'${name}'`;
  const msg = `${device} şu anda kapalı. Bu cihazda Spotify'ı açın ya da başka bir cihaz seçin.`;
  return spotifyError("music_no_device", { msg });
}

/** The error if Spotify cannot be reached, or if its answer cannot be used. */
export function unavailable(cause?: unknown, msg = SENTENCES.music_unavailable): DomainError {
  return spotifyError("music_unavailable", { msg }, { cause });
}

/** The error if the playlist cannot be played. */
export function playlistUnknown(cause: unknown): DomainError {
  return unavailable(cause, PLAYLIST_UNKNOWN);
}

/** Maps an answer that is not a 2xx, of the time `nowMs` (epoch). Its body may be JSON, text or HTML. */
export function toRefusal(
  status: number,
  headers: Headers,
  text: string,
  nowMs: number,
): DomainError {
  if (status >= 500) return new BrokenError();
  const { message, reason } = readError(text);
  const says = (pattern: RegExp) => pattern.test(reason) || pattern.test(message);
  const waitS = retryAfterS(headers, nowMs);
  if (says(/QUOTA_EXCEEDED/i)) return new BusyError("Spotify kullanım kotası doldu.", waitS);
  if (status === 429) return new BusyError(TOO_BUSY, waitS);
  if (status === 403) {
    if (says(/volume/i)) return new DomainError("volume_fixed");
    if (says(/premium/i)) return spotifyError("music_premium_required");
    if (says(/not registered|developer/i)) {
      return spotifyError("music_restricted", { msg: NOT_LISTED });
    }
    if (says(/scope/i)) return spotifyError("music_restricted", { msg: SCOPE_MISSING });
    return spotifyError("music_restricted");
  }
  if (status === 400 || (status === 404 && says(/resource|track|non.?existing/i))) {
    return new MissingError();
  }
  if (status === 404) return spotifyError("music_no_device");
  return unavailable();
}

function readError(text: string): { message: string; reason: string } {
  try {
    return ErrorBody.parse(JSON.parse(text)).error;
  } catch {
    return { message: text, reason: "" };
  }
}
