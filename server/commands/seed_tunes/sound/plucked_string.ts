// A plucked string after Karplus and Strong: a burst of noise goes round in a delay line, and loses its high tones there.
import type { Chance } from "../../../music/demo/chance.ts";
import { decayFor, soften } from "./envelope.ts";
import { SAMPLE_RATE, toSamples } from "./sample_rate.ts";

const RELEASE_SECONDS = 0.18;
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
  const note = new Float32Array(toSamples(seconds + RELEASE_SECONDS));
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
  soften(note, 0.002, RELEASE_SECONDS);
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
