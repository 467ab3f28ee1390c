// How long a guest waits (docs/requests.md#waiting). Without zod, so that the cafe page can have it.
import { MINUTE_MS } from "./clock.ts";
import type { SongPosition } from "./song_clock.ts";

/** What a song of unknown length counts, in ms. */
export const UNKNOWN_DURATION_MS = 210_000;

/** What a guest waits for the song that plays, in ms; 0 if none does. */
export function leftMs(playing: SongPosition | null): number {
  if (!playing) return 0;
  const { positionMs, durationMs } = playing;
  return durationMs === null ? UNKNOWN_DURATION_MS / 2 : Math.max(0, durationMs - positionMs);
}

/** A wait as it is told, in minutes: 1 at least. */
export function waitMinutes(waitMs: number): number {
  return Math.max(1, Math.round(waitMs / MINUTE_MS));
}
