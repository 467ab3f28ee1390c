// How loud a note is from its beginning to its end.
import { toSamples } from "./sample_rate.ts";

/** Makes the first and the last samples of a note rise from 0 and fall to 0, so that it begins and ends without a click. */
export function soften(note: Float32Array, attackSeconds: number, releaseSeconds: number): void {
  const attack = Math.min(toSamples(attackSeconds), note.length);
  const release = Math.min(toSamples(releaseSeconds), note.length);
  for (let i = 0; i < attack; i++) note[i]! *= i / attack;
  for (let i = 0; i < release; i++) note[note.length - 1 - i]! *= (i / release) ** 2;
}

/** The factor by which a sound fades in each sample if it loses 60 dB in `seconds`. */
export function decayFor(seconds: number): number {
  return 0.001 ** (1 / toSamples(seconds));
}
