// The instruments of the demo cafe's tunes, as sums and filters of samples.
import type { Chance } from "../../music/demo/chance.ts";

// How sound is counted.

/** Samples in a second. */
export const SAMPLE_RATE = 44_100;

/** A number of seconds as a whole number of samples. */
export function toSamples(seconds: number): number {
  return Math.round(seconds * SAMPLE_RATE);
}

// How loud a note is from its beginning to its end.

/** Makes the first and the last samples of a note rise from 0 and fall to 0, so that it begins and ends without a click. */
function soften(note: Float32Array, attackSeconds: number, releaseSeconds: number): void {
  const attack = Math.min(toSamples(attackSeconds), note.length);
  const release = Math.min(toSamples(releaseSeconds), note.length);
  for (let i = 0; i < attack; i++) note[i]! *= i / attack;
  for (let i = 0; i < release; i++) note[note.length - 1 - i]! *= (i / release) ** 2;
}

/** The factor by which a sound fades in each sample if it loses 60 dB in `seconds`. */
function decayFor(seconds: number): number {
  return 0.001 ** (1 / toSamples(seconds));
}

const STRING_RELEASE_SECONDS = 0.18;
/** Where the string is plucked, as a part of its length. */
const PLUCKED_AT = 0.22;
/** How much of the sample before is mixed into each: more is darker. It delays by as many samples. */
const DAMPING = 0.42;

/** A string of `frequency` Hz that is damped after `seconds`. */
export function pluckString(frequency: number, seconds: number, chance: Chance): Float32Array {
  const period = SAMPLE_RATE / frequency - DAMPING;
  // The all-pass filter adds what the delay line lacks: 0.1 to 1.1 samples.
  const size = Math.floor(period - 0.1);
  const rest = period - size;
  const allPass = (1 - rest) / (1 + rest);
  const line = pluck(size, chance);
  const loss = decayFor(lastingSeconds(frequency)) ** period;
  const note = new Float32Array(toSamples(seconds + STRING_RELEASE_SECONDS));
  let [at, before, passedIn, passedOut] = [0, 0, 0, 0];
  for (let i = 0; i < note.length; i++) {
    const now = line[at]!;
    note[i] = now;
    const damped = loss * ((1 - DAMPING) * now + DAMPING * before);
    before = now;
    passedOut = allPass * (damped - passedOut) + passedIn;
    passedIn = damped;
    line[at] = passedOut;
    at = at + 1 === size ? 0 : at + 1;
  }
  soften(note, 0.002, STRING_RELEASE_SECONDS);
  return note;
}

/** High strings are shorter of breath. */
function lastingSeconds(frequency: number): number {
  return 5 * (220 / frequency) ** 0.5;
}

/** Soft noise without a direct current, and without the overtones that rest where the string is plucked. */
function pluck(size: number, chance: Chance): Float32Array {
  const noise = new Float32Array(size);
  let [soft, softer] = [0, 0];
  for (let i = 0; i < size; i++) {
    soft += 0.5 * (chance.between(-1, 1) - soft);
    softer += 0.5 * (soft - softer);
    noise[i] = softer;
  }
  const away = Math.round(size * PLUCKED_AT);
  const plucked = noise.map((value, i) => value - noise[(i + away) % size]!);
  const mean = plucked.reduce((sum, value) => sum + value, 0) / size;
  const power = plucked.reduce((sum, value) => sum + (value - mean) ** 2, 0) / size;
  return plucked.map((value) => (value - mean) * 0.32 / Math.sqrt(power));
}

// A sine from a table: three times as fast as Math.sin, and the same on every machine.

const SIZE = 4096;
/** Single precision hides that Math.sin may differ in its last digits from one machine to the other. */
const TABLE = Float32Array.from({ length: SIZE + 1 }, (_, i) => Math.sin(2 * Math.PI * i / SIZE));

/** The sine of `phase`, which counts whole turns. It must not be under -64. */
export function sine(phase: number): number {
  const at = (phase + 64) * SIZE;
  const whole = Math.floor(at);
  const low = TABLE[whole & (SIZE - 1)]!;
  return low + (TABLE[(whole & (SIZE - 1)) + 1]! - low) * (at - whole);
}

// An electric piano by frequency modulation: one sine bends the phase of another, most when the key is struck.

const PIANO_RELEASE_SECONDS = 0.22;
/** How far the phase is bent, in turns: by the tone itself, and by the bell in the first moment. */
const WARMTH = 0.2;
const BELL = 0.035;
/** The bell is this many times as high as the tone. */
const BELL_RATIO = 7;

/** A key of `frequency` Hz that is held for `seconds`. */
export function strikeKey(frequency: number, seconds: number): Float32Array {
  const note = new Float32Array(toSamples(seconds + PIANO_RELEASE_SECONDS));
  const step = frequency / SAMPLE_RATE;
  // High keys are thinner and shorter, as those of an instrument are.
  const height = Math.min(1, 260 / frequency);
  const [fading, cooling, ringing] = [decayFor(2 + 4 * height), decayFor(1.6), decayFor(0.25)];
  let [loudness, warmth, bell, phase] = [0.5, WARMTH * height, BELL * height, 0];
  for (let i = 0; i < note.length; i++) {
    const bent = phase + warmth * sine(phase) + bell * sine(BELL_RATIO * phase);
    note[i] = loudness * sine(bent);
    loudness *= fading;
    warmth *= cooling;
    bell *= ringing;
    phase += step;
    if (phase >= 1) phase -= 1;
  }
  soften(note, 0.004, PIANO_RELEASE_SECONDS);
  return note;
}

// A soft bass: a sine with a few overtones, which small loudspeakers need to show the tone.

const BASS_RELEASE_SECONDS = 0.09;

/** A string of `frequency` Hz that is held for `seconds`. */
export function pluckBass(frequency: number, seconds: number): Float32Array {
  const note = new Float32Array(toSamples(seconds + BASS_RELEASE_SECONDS));
  const step = frequency / SAMPLE_RATE;
  const [fading, dulling] = [decayFor(3), decayFor(0.9)];
  let [loudness, bright] = [0.6, 1];
  for (let i = 0; i < note.length; i++) {
    const phase = i * step % 1;
    const overtones = 0.4 * sine(2 * phase) + 0.22 * sine(3 * phase) + 0.1 * sine(4 * phase);
    note[i] = loudness * (sine(phase) + bright * overtones);
    loudness *= fading;
    bright *= dulling;
  }
  soften(note, 0.007, BASS_RELEASE_SECONDS);
  return note;
}

// Brushes on a snare drum, and the two strokes of a hand drum.

/** The strokes, by the letters of a tune's drum pattern. */
const STROKES: Record<string, (chance: Chance) => Float32Array> = {
  s: sweep,
  t: tap,
  d: (chance) => skin({ from: 120, to: 82, seconds: 0.4, snap: 0.05 }, chance),
  k: (chance) => skin({ from: 520, to: 430, seconds: 0.12, snap: 0.3 }, chance),
};

/** @throws TypeError if there is no stroke of this letter */
export function strikeDrum(letter: string, chance: Chance): Float32Array {
  const stroke = STROKES[letter];
  if (!stroke) throw new TypeError(`'${letter}' is no stroke of the drums`);
  return stroke(chance);
}

function sweep(chance: Chance): Float32Array {
  const note = hiss(0.26, 4500, chance);
  for (let i = 0; i < note.length; i++) note[i]! *= 0.4 * sine(i / note.length / 2) ** 2;
  return note;
}

function tap(chance: Chance): Float32Array {
  const note = hiss(0.14, 3000, chance);
  const fading = decayFor(0.16);
  let loudness = 0.8;
  for (let i = 0; i < note.length; i++, loudness *= fading) note[i]! *= loudness;
  soften(note, 0.002, 0.03);
  return note;
}

/** A stroke on a skin: a tone that sinks, and the snap of the fingers. */
function skin(
  { from, to, seconds, snap }: { from: number; to: number; seconds: number; snap: number },
  chance: Chance,
): Float32Array {
  const note = hiss(seconds, 3500, chance);
  const [fading, sinking, dying] = [decayFor(seconds), decayFor(0.12), decayFor(0.04)];
  let [loudness, above, noise, phase] = [0.8, from - to, snap, 0];
  for (let i = 0; i < note.length; i++) {
    note[i] = loudness * sine(phase) + noise * note[i]!;
    phase = (phase + (to + above) / SAMPLE_RATE) % 1;
    loudness *= fading;
    above *= sinking;
    noise *= dying;
  }
  soften(note, 0.002, 0.03);
  return note;
}

/** Noise around `frequency` Hz, by a state-variable filter. */
function hiss(seconds: number, frequency: number, chance: Chance): Float32Array {
  const note = new Float32Array(toSamples(seconds));
  const tuning = 2 * sine(frequency / SAMPLE_RATE / 2);
  let [low, band] = [0, 0];
  for (let i = 0; i < note.length; i++) {
    low += tuning * band;
    band += tuning * (chance.between(-1, 1) - low - 1.2 * band);
    note[i] = band;
  }
  return note;
}
