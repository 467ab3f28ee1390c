// Days, weeks and periods in Istanbul, and their names in Turkish.
import { lazy } from "../once.ts";

/** The zone in which periods close (docs/money.md#schedule). Its rules come from the runtime. */
const ZONE = "Europe/Istanbul";

/** It never changes, and is made at first use because Intl would take time at start. */
const wallClockFormat = lazy(() =>
  new Intl.DateTimeFormat("en-US", {
    timeZone: ZONE,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  })
);

/** A date in Istanbul. Months count from 1. */
export interface CalendarDate {
  year: number;
  month: number;
  day: number;
}

export function istanbulDate(ms: number): CalendarDate {
  const { year, month, day } = wallClock(ms);
  return { year, month, day };
}

/** When a date begins in Istanbul, in epoch ms. Days beyond the month's end carry over, as in Date.UTC. */
export function startOfDay({ year, month, day }: CalendarDate): number {
  const wall = Date.UTC(year, month - 1, day);
  // The offset depends on the instant that is being computed, so the first guess gives the right offset.
  const guess = wall - offsetAt(wall);
  return wall - offsetAt(guess);
}

/** The last Monday 00:00 in Istanbul at or before `ms`: the end of the last full week. */
export function lastWeekEnd(ms: number): number {
  const date = istanbulDate(ms);
  return startOfDay({ ...date, day: date.day - daysSinceMonday(date) });
}

/** The first Monday 00:00 in Istanbul after `ms`. */
export function nextWeekEnd(ms: number): number {
  const monday = istanbulDate(lastWeekEnd(ms));
  return startOfDay({ ...monday, day: monday.day + 7 });
}

/** '2026-11-16' */
export function isoDate({ year, month, day }: CalendarDate): string {
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);
}

function daysSinceMonday({ year, month, day }: CalendarDate): number {
  return (new Date(Date.UTC(year, month - 1, day)).getUTCDay() + 6) % 7;
}

function offsetAt(ms: number): number {
  const { year, month, day, hour, minute, second } = wallClock(ms);
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(ms / 1000) * 1000;
}

function wallClock(ms: number) {
  const parts = new Map(wallClockFormat().formatToParts(ms).map((p) => [p.type, Number(p.value)]));
  const read = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
  return {
    year: read("year"),
    month: read("month"),
    day: read("day"),
    hour: read("hour"),
    minute: read("minute"),
    second: read("second"),
  };
}

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
