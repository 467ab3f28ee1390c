// Turns a tune into the notes of every instrument, each with its time.
import { type Chance, createChance } from "../../../music/demo/chance.ts";
import { type Chord, readChord } from "./chord.ts";
import { readMelody } from "./melody.ts";
import type { Lead, Tune } from "./tune.ts";

export type Instrument = Lead | "bass" | "drums";

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
export const RING_SECONDS = 3.6;
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
