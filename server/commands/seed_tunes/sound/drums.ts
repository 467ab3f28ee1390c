// Brushes on a snare drum, and the two strokes of a hand drum.
import type { Chance } from "../../../music/demo/chance.ts";
import { decayFor, soften } from "./envelope.ts";
import { SAMPLE_RATE, toSamples } from "./sample_rate.ts";
import { sine } from "./sine.ts";

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
