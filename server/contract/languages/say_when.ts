// Says moments as a language does that has no endings for them: 'tomorrow at 18:00'. Pure, and apart from fill.ts, so that a
// Turkish page does not load it.
import { istanbulDay } from "../clock.ts";
import type { When } from "./language.ts";

const TIME_ZONE = "Europe/Istanbul";

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

/** When `ms` is, as it is said at `nowMs` (both epoch ms): with the weekday unless it is within a day. */
export function sayWhen(locale: string, when: When, ms: number, nowMs: number): string {
  const days = istanbulDay(ms) - istanbulDay(nowMs);
  const weekday = new Intl.DateTimeFormat(locale, { weekday: "long", timeZone: TIME_ZONE });
  const near: Record<number, string | undefined> = {
    [-1]: when.yesterday,
    0: when.today,
    1: when.tomorrow,
  };
  const text = near[days] ?? (days < 7 ? when.weekday : when.nextWeek);
  return text.replace("{0}", clockIn(locale, ms)).replace("{1}", weekday.format(ms));
}
