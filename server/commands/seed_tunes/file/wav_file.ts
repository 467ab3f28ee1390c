// A WAV file: stereo, 16 bits, with its tags in front of the sound, where a reader finds them at once.
import { SAMPLE_RATE } from "../sound/sample_rate.ts";
import type { Stereo } from "../sound/stereo.ts";
import { type Bytes, join, uint32LittleEndian } from "./bytes.ts";
import { id3Tag, type Tags } from "./id3_tag.ts";

const BYTES_A_SAMPLE = 2;
const CHANNELS = 2;

export function wavFile(stereo: Stereo, tags: Omit<Tags, "peak">): Bytes {
  const info = join(
    "INFO",
    chunk("INAM", join(tags.title, "\0")),
    chunk("IART", join(tags.artist, "\0")),
    chunk("IPRD", join(tags.album, "\0")),
  );
  return chunk(
    "RIFF",
    join(
      "WAVE",
      chunk("fmt ", format()),
      chunk("LIST", info),
      chunk("id3 ", id3Tag({ ...tags, peak: peakOf(stereo) })),
      chunk("data", samples(stereo)),
    ),
  );
}

/** A chunk begins at an even byte. */
function chunk(id: string, body: Uint8Array): Bytes {
  return join(id, uint32LittleEndian(body.length), body, body.length % 2 === 1 ? "\0" : "");
}

function format(): Bytes {
  const bytes = new Uint8Array(16);
  const view = new DataView(bytes.buffer);
  const frameBytes = CHANNELS * BYTES_A_SAMPLE;
  view.setUint16(0, 1, true); // PCM
  view.setUint16(2, CHANNELS, true);
  view.setUint32(4, SAMPLE_RATE, true);
  view.setUint32(8, SAMPLE_RATE * frameBytes, true);
  view.setUint16(12, frameBytes, true);
  view.setUint16(14, 8 * BYTES_A_SAMPLE, true);
  return bytes;
}

/** What is louder than a file can hold is cut. */
function samples({ left, right }: Stereo): Bytes {
  const bytes = new Uint8Array(left.length * CHANNELS * BYTES_A_SAMPLE);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < left.length; i++) {
    view.setInt16(4 * i, toInteger(left[i]!), true);
    view.setInt16(4 * i + 2, toInteger(right[i]!), true);
  }
  return bytes;
}

function toInteger(sample: number): number {
  return Math.max(-32768, Math.min(32767, Math.round(sample * 32767)));
}

/** The highest sample of both channels. */
export function peakOf({ left, right }: Stereo): number {
  let peak = 0;
  for (const channel of [left, right]) {
    for (let i = 0; i < channel.length; i++) peak = Math.max(peak, Math.abs(channel[i]!));
  }
  return peak;
}
