// An electric piano by frequency modulation: one sine bends the phase of another, most when the key is struck.
import { decayFor, soften } from "./envelope.ts";
import { SAMPLE_RATE, toSamples } from "./sample_rate.ts";
import { sine } from "./sine.ts";

const RELEASE_SECONDS = 0.22;
/** How far the phase is bent, in turns: by the tone itself, and by the bell in the first moment. */
const WARMTH = 0.2;
const BELL = 0.035;
/** The bell is this many times as high as the tone. */
const BELL_RATIO = 7;

/** A key of `frequency` Hz that is held for `seconds`. */
export function strikeKey(frequency: number, seconds: number): Float32Array {
  const note = new Float32Array(toSamples(seconds + RELEASE_SECONDS));
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
  soften(note, 0.004, RELEASE_SECONDS);
  return note;
}
