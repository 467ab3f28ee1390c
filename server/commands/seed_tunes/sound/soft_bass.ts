// A soft bass: a sine with a few overtones, which small loudspeakers need to show the tone.
import { decayFor, soften } from "./envelope.ts";
import { SAMPLE_RATE, toSamples } from "./sample_rate.ts";
import { sine } from "./sine.ts";

const RELEASE_SECONDS = 0.09;

/** A string of `frequency` Hz that is held for `seconds`. */
export function pluckBass(frequency: number, seconds: number): Float32Array {
  const note = new Float32Array(toSamples(seconds + RELEASE_SECONDS));
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
  soften(note, 0.007, RELEASE_SECONDS);
  return note;
}
