// The loudness of a recording in LUFS, after ITU-R BS.1770-4.
import { SAMPLE_RATE, toSamples } from "./sample_rate.ts";
import type { Stereo } from "./stereo.ts";

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
