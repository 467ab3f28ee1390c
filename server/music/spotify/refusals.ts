// What Spotify says when it refuses, in the product's terms and in words that an owner can act on.
import { z } from "zod";
import { DomainError } from "../../errors.ts";

/** The two shapes of an error body: the Web API's and OAuth's. Often enough it is neither. */
const ErrorBody = z.object({
  error: z.object({ message: z.string().catch(""), reason: z.string().catch("") }).or(
    z.string().transform((message) => ({ message, reason: "" })),
  ),
});

const NOT_LISTED =
  "Bu Spotify hesabı uygulamanın kullanıcı listesinde değil. Spotify geliştirici panelinde hesabı ekleyip yeniden bağlayın.";
const SCOPE_MISSING =
  "Spotify hesabı çalma izni vermemiş. Bağlantıyı kesip hesabı yeniden bağlayın.";

const SONG_UNKNOWN = "Spotify bu şarkıyı çalamıyor. Şarkıyı sıradan çıkarıp tekrar deneyin.";

/** Maps a player's answer that is no success. Never parses more than it must: errors come as JSON, text or HTML. */
export function toRefusal(status: number, headers: Headers, text: string): DomainError {
  const { message, reason } = readError(text);
  const says = (pattern: RegExp) => pattern.test(reason) || pattern.test(message);
  if (says(/QUOTA_EXCEEDED/i)) return busy(headers, "Spotify kullanım kotası doldu.");
  if (status === 429) return busy(headers, "Spotify şu anda çok yoğun.");
  if (status === 403) {
    if (says(/premium/i)) return new DomainError("music_premium_required");
    if (says(/not registered|developer/i)) {
      return new DomainError("music_restricted", { msg: NOT_LISTED });
    }
    if (says(/scope/i)) return new DomainError("music_restricted", { msg: SCOPE_MISSING });
    return new DomainError("music_restricted");
  }
  if (status === 400 || (status === 404 && says(/resource|track|non.?existing/i))) {
    return new DomainError("music_unavailable", { msg: SONG_UNKNOWN });
  }
  if (status === 404) return new DomainError("music_no_device");
  return new DomainError("music_unavailable");
}

/** Seconds from a `Retry-After`, which may be missing, 0, a day long or nonsense: then undefined. */
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
