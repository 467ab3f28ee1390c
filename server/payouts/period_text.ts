// Writes periods and dates in Turkish.
import { type CalendarDate, istanbulDate } from "./istanbul_time.ts";

const MONTH = new Intl.DateTimeFormat("tr-TR", { month: "long", timeZone: "UTC" });

/** '9-16 Kasım 2026', or if the months differ '30 Kasım-6 Aralık 2026' (docs/money.md#payouts). */
export function periodText(startMs: number, endMs: number): string {
  const start = istanbulDate(startMs);
  const end = istanbulDate(endMs);
  if (start.year !== end.year) return `${full(start)}-${full(end)}`;
  if (start.month !== end.month) return `${start.day} ${month(start)}-${full(end)}`;
  if (start.day !== end.day) return `${start.day}-${full(end)}`;
  return full(end);
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
