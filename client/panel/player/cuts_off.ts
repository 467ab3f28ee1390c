// Whether an order would cut off a guest's song (docs/playback.md#asking-first).
import type { ShownSong } from "./observation.ts";

/** A song with less than this left is at its end: by the time of an answer it would be over. */
const END_MS = 5000;

/** Whether the next song would cut off a guest's song that plays. */
export function cutsOff(song: ShownSong): boolean {
  return song.byGuest && song.isPlaying && leftMs(song) > END_MS;
}

/** Whether skipping would take something from a guest: the rest of a song, also of one that is paused. */
export function skipsGuest(song: ShownSong): boolean {
  return cutsOff(song) || song.byGuest && !song.isPlaying;
}

function leftMs({ durationMs, positionMs }: ShownSong): number {
  return durationMs === null ? Infinity : durationMs - positionMs;
}
