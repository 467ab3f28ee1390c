// When a song ends, and whether it has (docs/conductor.md#the-end-of-a-song). Pure.
import type { Shown } from "./facts.ts";

/** A song that stopped this close to its end has ended. */
const END_MS = 3_000;
/** A player may go on saying 'playing' at the end of a song. After this time it has ended. */
export const STUCK_MS = 10_000;
/** A crossfade shows the next song this long before the end of the present one. */
const BEFORE_END_MS = 15_000;
const AFTER_END_MS = 5_000;

/** When the song that is shown ends (epoch ms), if it goes on; null if that is not known. */
export function endOf({ song, progressMs }: Shown, at: number): number | null {
  return song === null || progressMs === null ? null : at + song.durationMs - progressMs;
}

/** Whether a song that plays is shown at its end, where a player may stand still for as long as it likes. */
export function isAtEnd({ song, isPlaying, progressMs }: Shown): boolean {
  return song !== null && progressMs !== null && isPlaying &&
    progressMs >= song.durationMs - END_MS;
}

/** Whether the song that is shown is over, although the player still shows it. */
export function isOver({ song, isPlaying, progressMs }: Shown): boolean {
  if (song === null || progressMs === null) return false;
  if (isPlaying) return progressMs >= song.durationMs + STUCK_MS;
  return progressMs === 0 || progressMs >= song.durationMs - END_MS;
}

/** Whether a change of the song at `at` comes from the song's end at `endsAt`, and not from a person. */
export function isNaturalChange(endsAt: number | null, at: number): boolean {
  return endsAt !== null && at >= endsAt - BEFORE_END_MS && at <= endsAt + AFTER_END_MS;
}
