// Days and weeks in Istanbul's time zone, whatever the machine's zone is.
import { lazy } from "../lazy.ts";

/** The zone in which periods close (docs/money.md#schedule). Its rules come from the runtime. */
const ZONE = "Europe/Istanbul";
const DAY_MS = 24 * 60 * 60 * 1000;

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

/** The date in Istanbul at `ms` (epoch). */
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

/** The `count` days that end with the day of `ms`, oldest first. Days are numbered from 1970-01-01 = 0. */
export function lastDays(ms: number, count: number): { date: string; number: number }[] {
  const today = istanbulDate(ms);
  return Array.from({ length: count }, (_, i) => {
    const date = { ...today, day: today.day - (count - 1 - i) };
    return { date: isoDate(date), number: dayNumber(date) };
  });
}

/** When the day with this number begins in Istanbul, in epoch ms. */
export function startOfNumbered(number: number): number {
  return startOfDay({ year: 1970, month: 1, day: 1 + number });
}

function dayNumber({ year, month, day }: CalendarDate): number {
  return Date.UTC(year, month - 1, day) / DAY_MS;
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
