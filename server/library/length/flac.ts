// How long a FLAC file is whose header does not say it, as encoders leave it that wrote a stream: by its last frame
// (docs/library.md#lengths).
import { type FileBytes, view } from "../file_bytes.ts";

/** What the block at the beginning says of all frames. */
interface StreamInfo {
  /** Samples a second. */
  rate: number;
  /** Samples of the largest frame. */
  maxSamples: number;
}

/** As many of the file's last bytes hold at least one frame. */
const TAIL = 512 * 1024;

/** In seconds, undefined without a frame. `start`: where 'fLaC' is. */
export async function flacSeconds(file: FileBytes, start: number): Promise<number | undefined> {
  const info = view((await file.at(start + 8, 34)).slice());
  if (info.byteLength < 34) return;
  const stream = { rate: info.getUint32(10) >>> 12, maxSamples: info.getUint16(2) };
  const from = Math.max(start, file.size - TAIL);
  const end = lastSample(await file.at(from, TAIL), stream);
  return end && stream.rate > 0 ? end / stream.rate : undefined;
}

/** The number of the sample after the last frame among the bytes. */
function lastSample(bytes: Uint8Array, stream: StreamInfo): number | undefined {
  let before: FlacFrame | undefined;
  let end: number | undefined;
  for (let at = 0; (at = bytes.indexOf(0xff, at)) !== -1; at++) {
    const frame = frameAt(bytes, at, stream);
    if (!frame) continue;
    // Sound may look like a header, also with a right checksum; it does not go on from the one before.
    const goesOn = before && frame.isByNumber === before.isByNumber && frame.first ===
        before.first + (before.isByNumber ? 1 : before.samples);
    if (goesOn) {
      end = frame.isByNumber
        ? frame.first * stream.maxSamples + frame.samples
        : frame.first + frame.samples;
    }
    before = frame;
  }
  return end;
}

interface FlacFrame {
  /** The number of the frame, or of its first sample. */
  first: number;
  isByNumber: boolean;
  samples: number;
}

const SAMPLES = [0, 192, 576, 1_152, 2_304, 4_608, 0, 0, 256, 512, 1_024, 2_048, 4_096, 8_192];

function frameAt(bytes: Uint8Array, at: number, stream: StreamInfo): FlacFrame | undefined {
  if (at + 16 > bytes.length || (bytes[at + 1]! & 0xfe) !== 0xf8) return;
  const [code, rateCode] = [bytes[at + 2]! >> 4, bytes[at + 2]! & 15];
  const number = codedNumber(bytes, at + 4);
  if (!number || code === 0 || rateCode === 15) return;
  let end = number.end;
  let samples = SAMPLES[code] ?? 1 << code;
  if (code === 6) samples = bytes[end++]! + 1;
  if (code === 7) samples = (bytes[end++]! << 8 | bytes[end++]!) + 1;
  if (rateCode === 12) end++;
  if (rateCode === 13 || rateCode === 14) end += 2;
  if (samples > stream.maxSamples || checksum(bytes.subarray(at, end)) !== bytes[end]) return;
  return { first: number.value, isByNumber: (bytes[at + 1]! & 1) === 0, samples };
}

/** A number that is coded as UTF-8 codes letters, in up to seven bytes. */
function codedNumber(bytes: Uint8Array, at: number): { value: number; end: number } | undefined {
  const lead = bytes[at]!;
  if (lead < 0x80) return { value: lead, end: at + 1 };
  const count = Math.clz32(~(lead << 24));
  if (count < 2 || count > 7) return;
  let value = lead & (0x7f >> count);
  for (let i = 1; i < count; i++) {
    const byte = bytes[at + i];
    if (byte === undefined || (byte & 0xc0) !== 0x80) return;
    value = value * 64 + (byte & 0x3f);
  }
  return { value, end: at + count };
}

/** The checksum of a frame's header: CRC-8 with the polynomial x^8 + x^2 + x + 1. */
function checksum(bytes: Uint8Array): number {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc << 1 ^ (crc & 0x80 ? 7 : 0)) & 0xff;
  }
  return crc;
}
