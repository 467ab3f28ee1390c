// How many calls a music account got, on its own clock.
import type { MusicAccount } from "./music_account.ts";

export const WINDOW_MS = 30_000;

/** The most calls of the Web API within any `windowMs`. */
export function greatestWindow(
  { timeline }: Pick<MusicAccount, "timeline">,
  windowMs = WINDOW_MS,
): number {
  const times = webApiCalls(timeline).map(({ at }) => at).sort((a, b) => a - b);
  let first = 0;
  return times.reduce((most, at, last) => {
    while (times[first]! <= at - windowMs) first++;
    return Math.max(most, last - first + 1);
  }, 0);
}

/** The calls of the Web API, without those for tokens and consents. */
export function webApiCalls(timeline: MusicAccount["timeline"]): { at: number; call: string }[] {
  return timeline.flatMap((one) => "call" in one && / \/v1\//.test(one.call) ? [one] : []);
}
