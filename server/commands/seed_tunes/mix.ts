// Brings instruments together: left and right, a room around them, and one loudness for all tunes.
import { SAMPLE_RATE, toSamples } from "./instruments.ts";

export interface Stereo {
  left: Float32Array;
  right: Float32Array;
}

export function silence(seconds: number): Stereo {
  return {
    left: new Float32Array(toSamples(seconds)),
    right: new Float32Array(toSamples(seconds)),
  };
}

/** Adds `note` from `start` seconds on, equally loud at every `pan`. What goes beyond the end is left out. */
export function mixIn(
  { left, right }: Stereo,
  note: Float32Array,
  { start, gain, pan }: { start: number; gain: number; pan: number },
): void {
  const first = toSamples(start);
  const length = Math.min(note.length, left.length - first);
  const angle = (pan + 1) * Math.PI / 4;
  const [toLeft, toRight] = [gain * Math.cos(angle), gain * Math.sin(angle)];
  for (let i = 0; i < length; i++) {
    left[first + i]! += toLeft * note[i]!;
    right[first + i]! += toRight * note[i]!;
  }
}

/** Fades the last `seconds` out, to nothing. */
export function fadeOut({ left, right }: Stereo, seconds: number): void {
  const length = toSamples(seconds);
  for (let i = 0; i < length; i++) {
    const gain = (1 - Math.cos(Math.PI * i / length)) / 2;
    left[left.length - 1 - i]! *= gain;
    right[right.length - 1 - i]! *= gain;
  }
}

/** Makes both channels louder by `factor`. */
export function amplify({ left, right }: Stereo, factor: number): void {
  for (let i = 0; i < left.length; i++) {
    left[i]! *= factor;
    right[i]! *= factor;
  }
}

// The echo of a small room after Schroeder: delay lines that feed themselves, and then all-pass filters.

/** In samples. The lengths have no common divisor, so that the echoes do not fall together. */
const COMBS = [1116, 1277, 1422, 1557];
const ALL_PASSES = [556, 225];
/** The right channel's delays are longer by this, which makes the room wide. */
const WIDTH = 23;
const FEEDBACK = 0.76;
/** How much of the high tones the walls take. */
const WALLS = 0.4;
const LOUDNESS = 0.045;

/** Adds the room's echo to both channels. */
export function addRoom({ left, right }: Stereo): void {
  const dry = left.slice();
  for (let i = 0; i < dry.length; i++) dry[i]! += right[i]!;
  addEcho(left, dry, 0);
  addEcho(right, dry, WIDTH);
}

function addEcho(channel: Float32Array, dry: Float32Array, longer: number): void {
  const echo = new Float32Array(dry.length);
  for (const length of COMBS) comb(echo, dry, length + longer);
  for (const length of ALL_PASSES) allPass(echo, length + longer);
  for (let i = 0; i < channel.length; i++) channel[i]! += LOUDNESS * echo[i]!;
}

function comb(echo: Float32Array, dry: Float32Array, length: number): void {
  const line = new Float32Array(length);
  let [at, dull] = [0, 0];
  for (let i = 0; i < dry.length; i++) {
    const back = line[at]!;
    echo[i]! += back;
    dull = back * (1 - WALLS) + dull * WALLS;
    line[at] = dry[i]! + FEEDBACK * dull;
    at = at + 1 === length ? 0 : at + 1;
  }
}

function allPass(echo: Float32Array, length: number): void {
  const line = new Float32Array(length);
  let at = 0;
  for (let i = 0; i < echo.length; i++) {
    const back = line[at]!;
    line[at] = echo[i]! + back / 2;
    echo[i] = back - echo[i]!;
    at = at + 1 === length ? 0 : at + 1;
  }
}

// The loudness of a recording in LUFS, after ITU-R BS.1770-4.

/** Blocks are 0.4 s long and begin every 0.1 s. */
const STEP = toSamples(0.1);
const STEPS = 4;
/** Quieter blocks do not count. */
const SILENCE_LUFS = -70;
const BELOW_MEAN_LU = 10;

/** The integrated loudness of both channels. -Infinity if they are silent. */
export function loudnessOf({ left, right }: Stereo): number {
  const powers = [left, right].map((channel) => stepPowers(weigh(channel)));
  const blocks = powers[0]!.map((power, i) => power + powers[1]![i]!)
    .map((_, i, all) => all.slice(i, i + STEPS))
    .filter((steps) => steps.length === STEPS).map(mean);
  const audible = blocks.filter((power) => toLufs(power) > SILENCE_LUFS);
  const gate = toLufs(mean(audible)) - BELOW_MEAN_LU;
  return toLufs(mean(audible.filter((power) => toLufs(power) > gate)));
}

function toLufs(power: number): number {
  return -0.691 + 10 * Math.log10(power);
}

function mean(values: number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

function stepPowers(channel: Float32Array): number[] {
  return Array.from({ length: Math.floor(channel.length / STEP) }, (_, step) => {
    let sum = 0;
    for (let i = step * STEP; i < (step + 1) * STEP; i++) sum += channel[i]! * channel[i]!;
    return sum / STEP;
  });
}

/** The K weighting: a shelf for the shadow of the head, then a high-pass. */
function weigh(channel: Float32Array): Float32Array {
  const weighed = channel.slice();
  filter(weighed, shelf());
  filter(weighed, highPass());
  return weighed;
}

interface Biquad {
  /** The factors of the input, of now and of the two samples before. */
  b: [number, number, number];
  /** The factors of the output of the two samples before. */
  a: [number, number];
}

/** The standard names its coefficients for 48 kHz only. These frequencies and qualities give them at every rate. */
function shelf(): Biquad {
  const k = Math.tan(Math.PI * 1681.974450955533 / SAMPLE_RATE);
  const q = 0.7071752369554196;
  const high = 10 ** (3.999843853973347 / 20);
  const middle = high ** 0.4996667741545416;
  const a0 = 1 + k / q + k * k;
  return {
    b: [
      (high + middle * k / q + k * k) / a0,
      2 * (k * k - high) / a0,
      (high - middle * k / q + k * k) / a0,
    ],
    a: [2 * (k * k - 1) / a0, (1 - k / q + k * k) / a0],
  };
}

function highPass(): Biquad {
  const k = Math.tan(Math.PI * 38.13547087602444 / SAMPLE_RATE);
  const q = 0.5003270373238773;
  const a0 = 1 + k / q + k * k;
  return { b: [1, -2, 1], a: [2 * (k * k - 1) / a0, (1 - k / q + k * k) / a0] };
}

/** Filters `samples` in their place. */
function filter(samples: Float32Array, { b: [b0, b1, b2], a: [a1, a2] }: Biquad): void {
  let [x1, x2, y1, y2] = [0, 0, 0, 0];
  for (let i = 0; i < samples.length; i++) {
    const x = samples[i]!;
    const y = b0 * x + b1 * x1 + b2 * x2 - a1 * y1 - a2 * y2;
    x2 = x1;
    x1 = x;
    y2 = y1;
    y1 = y;
    samples[i] = y;
  }
}
