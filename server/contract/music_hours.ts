// Music by the hour: which entry holds at a moment, and which one follows (docs/music.md#by-the-hour). Pure.
import { DAY_MINUTES, istanbulMinute, MINUTE_MS } from "./clock.ts";

/**
 * The entry of `entries`, one at least and the earliest first, that holds at `nowMs`, the one after it, which is the same one if there is no
 * other, and when that begins (both times are epoch ms).
 */
export function entryAt<Entry extends { from: string }>(
  entries: readonly Entry[],
  nowMs: number,
): { entry: Entry; next: Entry; until: number } {
  const minute = istanbulMinute(nowMs);
  const begins = entries.map(({ from }) => 60 * Number(from.slice(0, 2)) + Number(from.slice(3)));
  // Before the first one, that of the evening before goes on.
  const entry = entries[begins.findLastIndex((begin) => begin <= minute)] ?? entries.at(-1)!;
  const place = begins.findIndex((begin) => begin > minute);
  const next = entries[place] ?? entries[0]!;
  const inMinutes = place >= 0 ? begins[place]! - minute : begins[0]! + DAY_MINUTES - minute;
  return { entry, next, until: nowMs - nowMs % MINUTE_MS + inMinutes * MINUTE_MS };
}
