// The refusal of a service that was asked too much, and when it may be asked again.
import { DomainError } from "../../errors.ts";

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
export function retryAfterS(headers: Headers, nowMs: number): number | undefined {
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
