// Two channels of sound, into which notes are mixed.
import { toSamples } from "./sample_rate.ts";

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
