// Amounts, dates, IBANs and titles as Turkish readers expect them, and their alphabetical order.
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../server/contract/clock.ts";
import { WISHES } from "../../server/contract/languages/tr.ts";
import type { Dedication } from "../../server/contract/requests.ts";

const ISTANBUL = "Europe/Istanbul";
/** Shown in place of a missing date. */
const MISSING = "-";

// The marks let the build leave out what a page does not use.
const money = /* @__PURE__ */ new Intl.NumberFormat("tr-TR", {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});
const day = /* @__PURE__ */ new Intl.DateTimeFormat("tr-TR", {
  dateStyle: "long",
  timeZone: ISTANBUL,
});
const shortDay = /* @__PURE__ */ new Intl.DateTimeFormat("tr-TR", {
  day: "numeric",
  month: "short",
  timeZone: ISTANBUL,
});
const clock = /* @__PURE__ */ new Intl.DateTimeFormat("tr-TR", {
  timeStyle: "short",
  timeZone: ISTANBUL,
});
const alphabet = /* @__PURE__ */ new Intl.Collator("tr-TR", { numeric: true });

/** An amount in TL: '1.234,50 TL'. */
export function formatMoney(tl: number): string {
  return `${money.format(tl)} TL`;
}

/** A percentage: '%2,5'. */
export function formatPercent(percent: number): string {
  return `%${percent.toLocaleString("tr-TR")}`;
}

/** An Istanbul day: '9 Kasım 2026', or '-' for a missing one. `date` is ISO 8601. */
export function formatDate(date: string | null | undefined): string {
  return date ? day.format(new Date(date)) : MISSING;
}

/** An Istanbul time of day: '20:15', or '-' for a missing one. `date` is ISO 8601. */
export function formatTime(date: string | null | undefined): string {
  return date ? clock.format(new Date(date)) : MISSING;
}

/** A payout's period with its last day: '9–15 Kasım 2026'. Both dates are ISO 8601; the period ends before `endDate`. */
export function formatPeriod(startDate: string, endDate: string): string {
  const start = Date.parse(startDate);
  return day.formatRange(start, Math.max(start, Date.parse(endDate) - 1));
}

/** A day in short: '9 Kas'. `date` is ISO 8601, with or without a time. */
export function formatShortDay(date: string): string {
  return shortDay.format(new Date(date));
}

/** Compares for sorting by the Turkish alphabet: ı before i, ş after s. */
export function compareTurkish(a: string, b: string): number {
  return alphabet.compare(a, b);
}

// A position in a song.

/** Minutes and seconds: '3:05'. */
export function formatClock(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

// How long ago something was, in words.

/** '3 dk önce'. Both times are epoch ms; one that lies ahead, by another clock, counts as now. */
export function timeAgo(timeMs: number, nowMs: number): string {
  const passedMs = nowMs - timeMs;
  if (passedMs < MINUTE_MS) return "az önce";
  if (passedMs < HOUR_MS) return `${Math.floor(passedMs / MINUTE_MS)} dk önce`;
  if (passedMs < DAY_MS) return `${Math.floor(passedMs / HOUR_MS)} sa önce`;
  return `${Math.floor(passedMs / DAY_MS)} gün önce`;
}

// An IBAN in groups of four. Apart from iban.ts, which imports the IBAN rules of every country.

/** 'TR33 0006 …' for an IBAN without spaces. */
export function groupIban(iban: string): string {
  return iban.replace(/.{4}(?=.)/g, "$& ");
}

// A song's title inside a sentence. Pure.

/** Guests may send titles of 300 characters (docs/requests.md#sending). */
const MAX_CHARACTERS = 60;

/** The title, or its beginning with an ellipsis, so that the end of the sentence stays on a phone's screen. */
export function shortTitle(title: string): string {
  const characters = [...title];
  if (characters.length <= MAX_CHARACTERS) return title;
  return `${characters.slice(0, MAX_CHARACTERS - 1).join("").trimEnd()}…`;
}

/** The dedication of a song as the owner and the television say it: 'Ayşe için: İyi ki varsın'. */
export function dedicationLine({ to, wish }: Dedication): string {
  return `${to} için: ${WISHES[wish - 1]}`;
}
