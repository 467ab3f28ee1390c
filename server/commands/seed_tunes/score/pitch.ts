// Names of notes.

const LETTERS: Record<string, number> = { c: 0, d: 2, e: 4, f: 5, g: 7, a: 9, b: 11 };
const ACCIDENTALS: Record<string, number> = { "": 0, "#": 1, b: -1 };

/** The number of semitones of a note such as `eb` or `F#` above C. @throws TypeError if it is no note */
export function readPitchClass(name: string): number {
  const [, letter = "", accidental = ""] = name.match(/^([A-Ga-g])([#b]?)$/) ?? [];
  const semitones = LETTERS[letter.toLowerCase()];
  if (semitones === undefined) throw new TypeError(`'${name}' is no note`);
  return (semitones + ACCIDENTALS[accidental]! + 12) % 12;
}

/** The MIDI number of a note such as `bb4`. Middle C is `c4`, 60. @throws TypeError if it is no note */
export function readNote(name: string): number {
  const [, letters = "", octave = ""] = name.match(/^([a-g][#b]?)(\d)$/) ?? [];
  return readPitchClass(letters) + 12 * (Number(octave) + 1);
}

/** In Hz, in equal temperament with an A4 of 440 Hz. */
export function frequencyOf(midi: number): number {
  return 440 * 2 ** ((midi - 69) / 12);
}
