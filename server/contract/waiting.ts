// Where a song is, when it is over, and how long a guest waits (docs/requests.md#waiting). Without zod, so that the cafe
import { MINUTE_MS } from "./clock.ts";
// page can have it.

/** What a song of unknown length counts, in ms. */
export const UNKNOWN_DURATION_MS = 210_000;
/** A song that is this far past its end, in ms, is over: the player may be a little behind. */
const OVERTIME_MS = 5_000;
/** When a song of unknown length is over, in ms. */
export const LONGEST_UNKNOWN_MS = 15 * MINUTE_MS;

/** A song at one moment. `durationMs` is null if the length is unknown. */
export interface SongPosition {
  positionMs: number;
  durationMs: number | null;
  isPlaying: boolean;
}

/** In how many ms of playing the song is over; 0 or less if it is. */
export function overInMs({ positionMs, durationMs }: SongPosition): number {
  return (durationMs === null ? LONGEST_UNKNOWN_MS : durationMs + OVERTIME_MS) - positionMs;
}

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
