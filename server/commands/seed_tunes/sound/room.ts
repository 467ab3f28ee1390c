// The echo of a small room after Schroeder: delay lines that feed themselves, and then all-pass filters.
import type { Stereo } from "./stereo.ts";

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
