// A tone as a WAV file, for tests in which something has to sound.
import { wave } from "../../../client/panel/speaker/decks.ts";

/** How many samples `wave` plays in a second. */
const RATE = 8_000;

/** `seconds` of a soft tone of 440 Hz, in one channel of 8 bits. */
export function tone(seconds: number): Uint8Array<ArrayBuffer> {
  const samples = new Uint8Array(Math.round(seconds * RATE));
  return wave(samples.map((_, i) => 128 + 20 * Math.sin(2 * Math.PI * 440 * i / RATE)));
}
