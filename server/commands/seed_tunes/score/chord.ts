// Names of chords, and how they are laid out for the piano and the bass.
import { readPitchClass } from "./pitch.ts";

/** The tones of each kind of chord, in semitones above its root. */
const KINDS: Record<string, readonly number[]> = {
  "": [0, 4, 7],
  m: [0, 3, 7],
  "6": [0, 4, 7, 9],
  m6: [0, 3, 7, 9],
  "7": [0, 4, 7, 10],
  m7: [0, 3, 7, 10],
  maj7: [0, 4, 7, 11],
  m7b5: [0, 3, 6, 10],
};

/** The lowest notes that chords and the bass may have. */
const CHORD_FLOOR = 53;
const BASS_FLOOR = 33;

export interface Chord {
  /** MIDI numbers within one octave, without the root if there are three tones beside it: the bass has the root. */
  voicing: number[];
  /** MIDI numbers of the bass notes, by the letters of a tune's bass pattern. */
  bass: Record<string, number>;
}

/** Reads a chord such as `Gm7` or `Bbmaj7`. @throws TypeError if there is no such chord */
export function readChord(name: string): Chord {
  const [, rootName = "", kind = ""] = name.match(/^([A-G][#b]?)(.*)$/) ?? [];
  const tones = KINDS[kind];
  if (!tones) throw new TypeError(`'${name}' is no chord`);
  const root = readPitchClass(rootName);
  const low = notUnder(BASS_FLOOR, root);
  const upper = tones.length > 3 ? tones.slice(1) : tones;
  return {
    voicing: upper.map((tone) => notUnder(CHORD_FLOOR, root + tone)).toSorted((a, b) => a - b),
    bass: { "1": low, "3": low + tones[1]!, "5": low + tones[2]!, "8": low + 12 },
  };
}

/** The lowest note of this pitch class that is not under `floor`. */
function notUnder(floor: number, pitch: number): number {
  return floor + ((pitch - floor) % 12 + 12) % 12;
}
