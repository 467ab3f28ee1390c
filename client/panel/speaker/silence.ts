// A moment of silence as an audio file, made here.

const RATE = 8_000;
const HEADER_BYTES = 44;
/** 50 ms. In samples of 8 bits silence is 128. */
const SILENCE = new Uint8Array(400).fill(128);

let address: string | undefined;

/** The address of a WAV file of 50 ms without a sound. */
export function silence(): string {
  return address ??= URL.createObjectURL(new Blob([wave(SILENCE)], { type: "audio/wav" }));
}

/** A WAV file of these samples: one channel of 8 bits, 8000 samples a second. */
export function wave(samples: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(HEADER_BYTES + samples.length);
  const view = new DataView(bytes.buffer);
  const word = (at: number, text: string) =>
    [...text].forEach((letter, i) => view.setUint8(at + i, letter.charCodeAt(0)));
  word(0, "RIFF");
  view.setUint32(4, HEADER_BYTES - 8 + samples.length, true);
  word(8, "WAVEfmt ");
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, RATE, true);
  view.setUint32(28, RATE, true);
  view.setUint16(32, 1, true);
  view.setUint16(34, 8, true);
  word(36, "data");
  view.setUint32(40, samples.length, true);
  bytes.set(samples, HEADER_BYTES);
  return bytes;
}
