// Where a song is by the clock, and when it is over by it (docs/playback.md#by-the-clock): of a play as it is recorded, for the
// server, and of what a page has read. SQL has the first as well, in db/plays/play_times.ts. Without zod, so that the cafe page
// can have it. Pure. Times are epoch ms.
import { MINUTE_MS } from "./clock.ts";

/** The source whose songs a page plays, and reports each 10 s. */
const REPORTED_SOURCE = "library";
/** If nothing has come from that page for this long, in ms, its song is not known to be heard (docs/speaker.md#overdue). */
export const OVERDUE_MS = 15_000;

/** What is recorded of where the song of a play is. */
export interface RecordedPlay {
  source: string;
  /** Where the song was at `positionAt`, in ms. */
  positionMs: number;
  /** Null if that is where it began: at `startedAt`, which is null of a song that is only on its way. */
  positionAt: number | null;
  startedAt: number | null;
  /** How far it was seen or reported to be since, in ms, if it was. */
  heardMs: number | null;
  isPaused: 0 | 1;
}

/**
 * Where the song is at `at`, in ms, as if it had no end. It is where it was seen last if the clock was set back to before
 * that, and if the page that plays has not reported it in time (docs/speaker.md#overdue).
 */
export function reachedAt(play: RecordedPlay, at: number): number {
  const { source, positionMs, heardMs, isPaused } = play;
  if (isPaused) return positionMs;
  const knownMs = Math.max(positionMs, heardMs ?? 0);
  const byClockMs = positionMs + at - knownSince(play, at);
  const isOverdue = source === REPORTED_SOURCE && byClockMs > knownMs + OVERDUE_MS;
  return isOverdue ? knownMs : Math.max(knownMs, byClockMs);
}

/** Where the song is at `at`, in ms, at its end at most. */
export function positionAt(play: RecordedPlay & Pick<SongPosition, "durationMs">, at: number) {
  return withinSong({ positionMs: reachedAt(play, at), durationMs: play.durationMs });
}

/** Since when it is known where the song is; `at` for a song of which nothing is known yet. */
export function knownSince(
  { positionAt, startedAt }: Pick<RecordedPlay, "positionAt" | "startedAt">,
  at: number,
): number {
  return positionAt ?? startedAt ?? at;
}

/** When the song was, or will be, at `ms`, if it goes on from where it was known to be. Not before that is known. */
export function timeAt(
  play: Pick<RecordedPlay, "positionMs" | "positionAt"> & { startedAt: number },
  ms: number,
): number {
  return (play.positionAt ?? play.startedAt) + Math.max(0, ms - play.positionMs);
}

/** A song at one moment. `durationMs` is null if the length is unknown. */
export interface SongPosition {
  positionMs: number;
  durationMs: number | null;
  isPlaying: boolean;
}

/** Where a song is, in ms, `ms` after it was read. A clock that was set back meanwhile moves nothing. */
export function goneOn(
  { positionMs, isPlaying }: Pick<SongPosition, "positionMs" | "isPlaying">,
  ms: number,
): number {
  return isPlaying ? positionMs + Math.max(0, ms) : positionMs;
}

/** The position that is shown of a song, in ms: at its end at most. */
export function withinSong(
  { positionMs, durationMs }: Pick<SongPosition, "positionMs" | "durationMs">,
): number {
  return Math.min(positionMs, durationMs ?? positionMs);
}

/** A song that is this far past its end, in ms, is over: the player may be a little behind. */
const OVERTIME_MS = 5_000;
/** When a song of unknown length is over, in ms. */
export const LONGEST_UNKNOWN_MS = 15 * MINUTE_MS;

/** In how many ms of playing the song is over; 0 or less if it is. */
export function overInMs(
  { positionMs, durationMs }: Pick<SongPosition, "positionMs" | "durationMs">,
): number {
  return (durationMs === null ? LONGEST_UNKNOWN_MS : durationMs + OVERTIME_MS) - positionMs;
}
