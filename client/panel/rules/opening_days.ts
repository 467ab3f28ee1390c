// The opening hours by weekday. Pure.
import type { OpeningTime } from "../../../server/contract/house.ts";

/** From Monday, which is weekday 1. */
export const WEEKDAYS = [
  "Pazartesi",
  "Salı",
  "Çarşamba",
  "Perşembe",
  "Cuma",
  "Cumartesi",
  "Pazar",
] as const;

/** From when to when a cafe is open, both 'HH:MM'. */
export type Times = Pick<OpeningTime, "opens" | "closes">;

/** For a cafe that has no opening hours yet. */
const FIRST: Times = { opens: "10:00", closes: "23:00" };
/** Added to a day that has a time already. */
const ANOTHER: Times = { opens: "12:00", closes: "14:00" };

/** The times of a weekday, in the order in which they were added. */
export function timesOf(hours: readonly OpeningTime[], weekday: number): Times[] {
  return hours.filter((time) => time.weekday === weekday)
    .map(({ opens, closes }) => ({ opens, closes }));
}

/** The hours with `times` as those of `weekday`. */
export function withTimes(
  hours: readonly OpeningTime[],
  weekday: number,
  times: readonly Times[],
): OpeningTime[] {
  return WEEKDAYS.flatMap((_, i) => {
    const day = i + 1;
    return (day === weekday ? times : timesOf(hours, day)).map((time) => ({
      weekday: day,
      opens: time.opens,
      closes: time.closes,
    }));
  });
}

/** The hours with a time more on `weekday`: the first one as on the closest day before it that is open. */
export function withAnother(hours: readonly OpeningTime[], weekday: number): OpeningTime[] {
  const times = timesOf(hours, weekday);
  if (times.length > 0) return withTimes(hours, weekday, [...times, ANOTHER]);
  for (let back = 1; back < WEEKDAYS.length; back++) {
    const before = timesOf(hours, (weekday - back + 6) % 7 + 1);
    if (before.length > 0) return withTimes(hours, weekday, before);
  }
  return withTimes(hours, weekday, [FIRST]);
}

/** The hours with those of `weekday` on every day. */
export function copied(hours: readonly OpeningTime[], weekday: number): OpeningTime[] {
  const times = timesOf(hours, weekday);
  return WEEKDAYS.reduce<OpeningTime[]>((all, _, i) => withTimes(all, i + 1, times), [...hours]);
}

/** Whether it ends on the next day. */
export function endsNextDay({ opens, closes }: Times): boolean {
  return closes < opens;
}
