// Fills in the texts of a language: values, counts, and moments. Pure, without imports but types, so that the cafe page can
// have it.
import type { When } from "./language.ts";

/** `text` with `values` in place of `{0}`, `{1}`. */
export function fill(text: string, ...values: (string | number)[]): string {
  return text.replace(/{(\d)}/g, (_, place) => String(values[place]));
}

/** The form of a text that goes with `count` in the language `tag`: see `plural`. A text without forms is its only one. */
export function formFor(tag: string, text: string, count: number): string {
  const rule = `${new Intl.PluralRules(tag).select(count)}:`;
  const form = text.split("|").find((form) => form.startsWith(rule)) ?? text;
  return form.replace(rule, "");
}

/** The form of `text` that goes with `count`, filled with it. */
export function fillCount(tag: string, text: string, count: number): string {
  return fill(formFor(tag, text, count), count.toLocaleString(tag));
}

// Moments, in a language that has no endings for them: 'tomorrow at 18:00'.

const TIME_ZONE = "Europe/Istanbul";
const DAY_MS = 24 * 60 * 60 * 1000;
/** Istanbul is three hours ahead of UTC all year. */
const ISTANBUL_MS = 3 * 60 * 60 * 1000;

/** The time of the day in Istanbul: '18:00'. `ms` is epoch ms. */
export function clockIn(locale: string, ms: number): string {
  const format = {
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    timeZone: TIME_ZONE,
  } as const;
  return new Intl.DateTimeFormat(locale, format).format(ms);
}

/** When `ms` is, as it is said at `nowMs` (both epoch ms): with the weekday unless it is on the same or the next day. */
export function sayWhen(locale: string, when: When, ms: number, nowMs: number): string {
  const days = dayOf(ms) - dayOf(nowMs);
  const weekday = new Intl.DateTimeFormat(locale, { weekday: "long", timeZone: TIME_ZONE });
  const text = days === 0
    ? when.today
    : days === 1
    ? when.tomorrow
    : days < 7
    ? when.weekday
    : when.nextWeek;
  return fill(text, clockIn(locale, ms), weekday.format(ms));
}

function dayOf(ms: number): number {
  return Math.floor((ms + ISTANBUL_MS) / DAY_MS);
}
