// A tune as it is written down.
import type { Cover } from "../file/cover.ts";

export type Lead = "strings" | "piano";

export interface Phrase {
  by: Lead;
  /** Notes and bar lines, as `readMelody` reads them. */
  notes: string;
}

/**
 * The patterns of the accompaniment are written with one letter for each eighth of a bar, `.` for none. In the last bar
 * only its first eighth is played, and rings.
 */
export interface Tune {
  title: string;
  artist: string;
  album: string;
  /** Quarter notes in a minute. */
  tempo: number;
  /** Eighths in a bar. */
  barLength: number;
  /** By which part of an eighth every second eighth comes late: 0 to 0.4. */
  swing: number;
  /** A chord for each bar, as `readChord` reads them. */
  chords: string;
  melody: Phrase[];
  /** `1` the chord's root, `3` its third, `5` its fifth, `8` the root an octave higher. */
  bass: string;
  /** Who plays the chords between the notes of the melody. */
  chordsBy: Lead;
  /** `x` a chord. */
  comping: string;
  /** `s` a sweep of the brush, `t` a tap, `d` the low and `k` the high stroke of a hand drum. */
  drums: string;
  cover: Cover;
}
