// Spans of time, and the time of day in Istanbul. Imports nothing, so that db/ and the client have it too.

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

export const DAY_MINUTES = DAY_MS / MINUTE_MS;
export const WEEK_MINUTES = 7 * DAY_MINUTES;

/** In seconds, as cookies count. */
export const HOUR_S = HOUR_MS / 1000;
export const DAY_S = DAY_MS / 1000;

/** Istanbul is three hours ahead of UTC all year. */
export const ISTANBUL_MS = 3 * HOUR_MS;

/** The number of the calendar day in Istanbul at `ms` (epoch), 1970-01-01 being 0. */
export function istanbulDay(ms: number): number {
  return Math.floor((ms + ISTANBUL_MS) / DAY_MS);
}

/** The time of day in Istanbul at `ms` (epoch): '23:05:09'. */
export function istanbulTime(ms: number): string {
  return new Date(ms + ISTANBUL_MS).toISOString().slice(11, 19);
}

/** The minute of the day in Istanbul at `ms` (epoch): 0 at 00:00. */
export function istanbulMinute(ms: number): number {
  return Math.floor((ms + ISTANBUL_MS) % DAY_MS / MINUTE_MS);
}
