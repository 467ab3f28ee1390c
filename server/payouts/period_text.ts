// Writes periods and dates in Turkish.
import { type CalendarDate, istanbulDate } from "./istanbul_time.ts";

const MONTH = new Intl.DateTimeFormat("tr-TR", { month: "long", timeZone: "UTC" });

/** '9–15 Kasım 2026', or if the months differ '30 Kasım – 6 Aralık 2026' (docs/money.md#payouts). */
export function periodText(startMs: number, endMs: number): string {
  const start = istanbulDate(startMs);
  const last = istanbulDate(lastMoment(startMs, endMs));
  if (start.year !== last.year) return `${full(start)} – ${full(last)}`;
  if (start.month !== last.month) return `${start.day} ${month(start)} – ${full(last)}`;
  if (start.day !== last.day) return `${start.day}–${full(last)}`;
  return full(last);
}

/** The last moment of a period, which ends right before `endMs`. */
export function lastMoment(startMs: number, endMs: number): number {
  return Math.max(startMs, endMs - 1);
}

/** '09.11.2026', which a Turkish spreadsheet reads as a date. */
export function dateText(ms: number): string {
  const { year, month, day } = istanbulDate(ms);
  return `${String(day).padStart(2, "0")}.${String(month).padStart(2, "0")}.${year}`;
}

function full(date: CalendarDate): string {
  return `${date.day} ${month(date)} ${date.year}`;
}

function month({ month }: CalendarDate): string {
  return MONTH.format(Date.UTC(2000, month - 1, 1));
}
