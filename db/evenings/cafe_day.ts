// The day of a cafe, which begins at 06:00 in Istanbul, so that a night is not two days (docs/evenings.md#day). Pure.
// Days are known by their numbers, 1970-01-01 being 0.
import { DAY_MS, HOUR_MS } from "../../server/contract/clock.ts";

/** 06:00 in Istanbul is 03:00 UTC all year. The triggers in db/migrations/0034_cafe_day.sql have the same number. */
export const BEGINS_MS = 3 * HOUR_MS;

/** Days by their numbers, both included. */
export interface Days {
  first: number;
  last: number;
}

/** The number of the day at `ms` (epoch). */
export function cafeDay(ms: number): number {
  return Math.floor((ms - BEGINS_MS) / DAY_MS);
}

/** The same as an SQL expression, of an expression in epoch ms. */
export function cafeDayIn(ms: string): string {
  return `((${ms} - ${BEGINS_MS}) / ${DAY_MS})`;
}

/** When the day begins, in epoch ms. */
export function startOfCafeDay(day: number): number {
  return day * DAY_MS + BEGINS_MS;
}

/** The day's date: '2026-11-20'. */
export function dateOfCafeDay(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** The number of the day with this date ('2026-11-20'). Undefined if there is no such date. */
export function cafeDayOf(date: string): number | undefined {
  const ms = /^\d{4}-\d\d-\d\d$/.test(date) ? Date.parse(`${date}T00:00:00Z`) : NaN;
  const day = ms / DAY_MS;
  return Number.isInteger(day) && dateOfCafeDay(day) === date ? day : undefined;
}

/** The `count` days that end with the one of `ms` (epoch), oldest first. */
export function lastCafeDays(ms: number, count: number): Days {
  const last = cafeDay(ms);
  return { first: last - count + 1, last };
}
