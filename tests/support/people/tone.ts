// A tone as a WAV file, for tests in which something has to sound.

const RATE = 8_000;
const HEADER_BYTES = 44;

/** `seconds` of a soft tone of 440 Hz, in one channel of 8 bits. */
export function tone(seconds: number): Uint8Array<ArrayBuffer> {
  const samples = Math.round(seconds * RATE);
  const bytes = new Uint8Array(HEADER_BYTES + samples);
  const view = new DataView(bytes.buffer);
  const word = (at: number, text: string) => bytes.set(new TextEncoder().encode(text), at);
  word(0, "RIFF");
  view.setUint32(4, HEADER_BYTES - 8 + samples, true);
  word(8, "WAVEfmt ");
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, RATE, true);
  view.setUint32(28, RATE, true);
  view.setUint16(32, 1, true);
  view.setUint16(34, 8, true);
  word(36, "data");
  view.setUint32(40, samples, true);
  for (let i = 0; i < samples; i++) {
    bytes[HEADER_BYTES + i] = 128 + 20 * Math.sin(2 * Math.PI * 440 * i / RATE);
  }
  return bytes;
}
