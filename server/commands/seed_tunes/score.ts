// What a tune is made of: pitches, chords, a melody, and who plays what when.
import { type Chance, createChance } from "../../music/demo/chance.ts";
import type { Cover } from "./tune_file.ts";

type Lead = "strings" | "piano";

interface Phrase {
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

// Names of notes.

const LETTERS: Record<string, number> = { c: 0, d: 2, e: 4, f: 5, g: 7, a: 9, b: 11 };
const ACCIDENTALS: Record<string, number> = { "": 0, "#": 1, b: -1 };

/** The number of semitones of a note such as `eb` or `F#` above C. @throws TypeError if it is no note */
function readPitchClass(name: string): number {
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

// Names of chords, and how they are laid out for the piano and the bass.

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

interface Chord {
  /** MIDI numbers within one octave, without the root if there are three tones beside it: the bass has the root. */
  voicing: number[];
  /** MIDI numbers of the bass notes, by the letters of a tune's bass pattern. */
  bass: Record<string, number>;
}

/** Reads a chord such as `Gm7` or `Bbmaj7`. @throws TypeError if there is no such chord */
function readChord(name: string): Chord {
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

// Melodies as text: `a4:2 c5:1 -:1 | eb5>d5:4`.

interface MelodyNote {
  /** In eighths, from the beginning of the phrase. */
  start: number;
  /** In eighths. */
  length: number;
  midi: number;
  /** A short note just before it. */
  grace?: number;
}

/**
 * Reads notes with their length in eighths. `-` is a rest, `eb5>d5:4` a note with a short one before it, and `|` a bar
 * line.
 * @throws TypeError if a note cannot be read; RangeError if a bar is not `barLength` eighths long
 */
function readMelody(
  text: string,
  barLength: number,
): { notes: MelodyNote[]; length: number } {
  const notes: MelodyNote[] = [];
  let at = 0;
  for (const bar of text.split("|")) {
    const end = at + barLength;
    for (const token of bar.trim().split(/\s+/)) {
      const [name = "", eighths = ""] = token.split(":");
      const [note = "", grace] = name.split(">").toReversed();
      const length = Number(eighths);
      if (note !== "-") {
        notes.push({
          start: at,
          length,
          midi: readNote(note),
          grace: grace === undefined ? undefined : readNote(grace),
        });
      }
      at += length;
    }
    if (at !== end) throw new RangeError(`'${bar.trim()}' is no bar of ${barLength} eighths`);
  }
  return { notes, length: at };
}

// Turns a tune into the notes of every instrument, each with its time.

type Instrument = Lead | "bass" | "drums";

/** A note of one instrument. */
export interface Sound {
  instrument: Instrument;
  /** In seconds, from the beginning. */
  start: number;
  /** For how many seconds it is held. */
  length: number;
  /** A MIDI number, or the letter of a stroke of the drums. */
  what: number | string;
  /** 0 to 1. */
  gain: number;
  /** -1 is left, 1 is right. */
  pan: number;
}

/** Silence before the first note. */
const LEAD_IN_SECONDS = 0.08;
/** For how long the last notes ring. */
const RING_SECONDS = 3.6;
const GRACE_SECONDS = 0.07;
/** Between the notes of a chord that is strummed. */
const STRUM_SECONDS = 0.014;
/** People do not play exactly on time. */
const LATE_SECONDS = 0.006;

interface Player {
  tune: Tune;
  chance: Chance;
  /** When an eighth begins, in seconds. */
  timeOf: (eighth: number) => number;
  /** The last bar, where all notes ring. */
  ending: number;
}

/** All notes of the tune, and its length in seconds. @throws TypeError or RangeError if the tune is written wrongly */
export function arrange(tune: Tune): { sounds: Sound[]; seconds: number } {
  const chords = tune.chords.trim().split(/[\s|]+/).map(readChord);
  const eighthSeconds = 30 / tune.tempo;
  const isLate = (eighth: number) => eighth % tune.barLength % 2 === 1;
  const player: Player = {
    tune,
    chance: createChance(tune.title),
    timeOf: (eighth) =>
      LEAD_IN_SECONDS + (eighth + (isLate(eighth) ? tune.swing : 0)) * eighthSeconds,
    ending: (chords.length - 1) * tune.barLength,
  };
  const sounds = [
    ...playMelody(player),
    ...chords.flatMap((chord, bar) => accompany(player, chord, bar)),
  ];
  return { sounds, seconds: player.timeOf(player.ending) + RING_SECONDS };
}

function playMelody(player: Player): Sound[] {
  const { tune, timeOf, ending } = player;
  let phraseStart = 0;
  const sounds = tune.melody.flatMap(({ by, notes: text }) => {
    const { notes, length } = readMelody(text, tune.barLength);
    const from = phraseStart;
    phraseStart += length;
    return notes.flatMap(({ start, length, midi, grace }) => {
      const at = from + start;
      const held = at < ending ? timeOf(at + length) - timeOf(at) : RING_SECONDS;
      const note = sound(player, by, at, held, midi, by === "strings" ? 0.9 : 0.75);
      return grace === undefined ? [note] : [graceBefore(note, grace), note];
    });
  });
  const bars = phraseStart / tune.barLength;
  if (phraseStart !== ending + tune.barLength) {
    throw new RangeError(`The melody of '${tune.title}' is ${bars} bars long, its chords are not`);
  }
  return sounds;
}

function graceBefore(note: Sound, midi: number): Sound {
  const start = note.start - GRACE_SECONDS;
  return { ...note, start, length: GRACE_SECONDS, what: midi, gain: note.gain * 0.7 };
}

function accompany(player: Player, chord: Chord, bar: number): Sound[] {
  const { barLength, bass, comping, drums, chordsBy } = player.tune;
  const first = bar * barLength;
  const isEnding = first === player.ending;
  const [bassBar, compingBar, drumBar] = isEnding ? ["1", "x", "d"] : [bass, comping, drums];
  const held = (eighths: number) => isEnding ? RING_SECONDS : eighths * 30 / player.tune.tempo;
  return [
    ...strokes(bassBar).map(({ at, letter, until }) =>
      sound(player, "bass", first + at, held(until - at), chord.bass[letter]!, 0.65)
    ),
    ...strokes(compingBar).flatMap(({ at }) =>
      chord.voicing.map((midi, i) => {
        const note = sound(player, chordsBy, first + at, held(1.6), midi, 0.3);
        return { ...note, start: note.start + i * STRUM_SECONDS, pan: -note.pan };
      })
    ),
    ...strokes(drumBar).map(({ at, letter }) =>
      sound(player, "drums", first + at, held(1), letter, 0.5)
    ),
  ];
}

/** The letters of a bar's pattern, each with the eighth where it stands and the one where the next letter stands. */
function strokes(pattern: string): { at: number; letter: string; until: number }[] {
  return [...pattern.matchAll(/[^.]\.*/g)].map(({ 0: stroke, index: at }) => ({
    at,
    letter: stroke[0]!,
    until: at + stroke.length,
  }));
}

const PANS: Record<Instrument, number> = { strings: -0.3, piano: 0.25, bass: 0, drums: 0.1 };

/** A note at `eighth`, a little late, and louder where a bar or a beat begins. */
function sound(
  { tune, chance, timeOf }: Player,
  instrument: Instrument,
  eighth: number,
  length: number,
  what: number | string,
  gain: number,
): Sound {
  const place = eighth % tune.barLength;
  const accent = place === 0 ? 1 : place % 2 === 0 ? 0.88 : 0.78;
  return {
    instrument,
    start: timeOf(eighth) + chance.between(0, LATE_SECONDS),
    length,
    what,
    gain: gain * accent * chance.between(0.9, 1),
    pan: PANS[instrument],
  };
}
