// How sound is counted.

/** Samples in a second. */
export const SAMPLE_RATE = 44_100;

/** A number of seconds as a whole number of samples. */
export function toSamples(seconds: number): number {
  return Math.round(seconds * SAMPLE_RATE);
}
