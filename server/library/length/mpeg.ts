// How long the sound of an MP3 or a raw AAC file is: by its header if that tells of the whole file, else by its frames
// (docs/library.md#lengths).
import { ascii, big32, type FileBytes } from "../file_bytes.ts";
import { endOfSound } from "../id3.ts";

/** A frame of MPEG audio, or of AAC in ADTS. */
export interface Frame {
  /** Where it begins. */
  at: number;
  bytes: number;
  samples: number;
  /** Samples a second. */
  rate: number;
  /** kbit a second, 0 for AAC. */
  bitRate: number;
  isAdts: boolean;
  /** Frames of one stream have the same. */
  family: string;
}

const MPEG_RATES = [44_100, 48_000, 32_000];
const AAC_RATES = [
  ...[96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000],
  ...[22_050, 16_000, 12_000, 11_025, 8_000, 7_350],
];
/** In kbit a second, by the version (1, or 2 and 2.5) and the layer. */
const BIT_RATES: Record<string, number[]> = {
  "1.1": [0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
  "1.2": [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
  "1.3": [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  "2.1": [0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
  "2.2": [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
};
const HEADER_BYTES = 7;

/** The frame whose header is at `at`, undefined if none is. */
export function frameAt(bytes: Uint8Array, at: number): Frame | undefined {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0] = bytes.subarray(at, at + HEADER_BYTES);
  if (a !== 0xff || (b & 0xe0) !== 0xe0) return;
  if ((b & 0xf6) === 0xf0) {
    const rate = AAC_RATES[c >> 2 & 15];
    const length = (d & 3) << 11 | e << 3 | f >> 5;
    if (rate === undefined || length <= HEADER_BYTES) return;
    const samples = 1_024 * ((g & 3) + 1);
    return { at, bytes: length, samples, rate, bitRate: 0, isAdts: true, family: `aac ${rate}` };
  }
  const version = [4, 0, 2, 1][b >> 3 & 3]!;
  const layer = 4 - (b >> 1 & 3);
  const bitRate = BIT_RATES[`${Math.min(2, version)}.${version > 1 && layer === 3 ? 2 : layer}`]
    ?.[c >> 4];
  const rate = (MPEG_RATES[c >> 2 & 3] ?? 0) / version;
  if (!bitRate || !rate || version === 0) return;
  const padding = c >> 1 & 1;
  const samples = layer === 1 ? 384 : layer === 3 && version > 1 ? 576 : 1_152;
  const slots = Math.floor(samples / 8 * bitRate * 1_000 / rate / (layer === 1 ? 4 : 1));
  const length = (slots + padding) * (layer === 1 ? 4 : 1);
  const family = `${version}.${layer} ${rate}`;
  return { at, bytes: length, samples, rate, bitRate, isAdts: false, family };
}

/**
 * The first frame at `from` or later that another one of its stream follows. `isWhole`: the bytes end where the file does, so
 * that a frame at their end needs none after it.
 */
export function findFrame(bytes: Uint8Array, from: number, isWhole: boolean): Frame | undefined {
  for (let at = from; (at = bytes.indexOf(0xff, at)) !== -1; at++) {
    const frame = frameAt(bytes, at);
    if (!frame) continue;
    const next = at + frame.bytes;
    const isLast = isWhole && next >= bytes.length;
    if (isLast || frameAt(bytes, next)?.family === frame.family) return frame;
  }
}

/** How much of a file is walked at once. */
const PIECE = 1024 * 1024;
/** Frames are looked at in so many places before a file counts as one of a single bit rate. */
const PROBES = 16;
const PROBE_BYTES = 8 * 1024;

/** In seconds, undefined without frames. @throws once the file's signal aborts */
export async function mpegSeconds(file: FileBytes, start: number): Promise<number | undefined> {
  const head = (await file.at(start, PIECE)).slice();
  const first = findFrame(head, 0, false);
  if (!first) return;
  const begin = start + first.at;
  const end = await endOfSound(file);
  const told = headerOf(head.subarray(first.at, first.at + first.bytes));
  const bytes = end - begin;
  if (told && Math.abs(told.bytes - bytes) <= bytes / 50 + 1_024) {
    return told.frames * first.samples / first.rate;
  }
  const isOfOneRate = !told && !first.isAdts && await hasOneBitRate(file, first, begin, end);
  return isOfOneRate ? bytes * 8 / (first.bitRate * 1_000) : await countSeconds(file, begin, end);
}

/** What the header that some encoders write into the first frame says of the whole file. */
function headerOf(frame: Uint8Array): { frames: number; bytes: number } | undefined {
  const text = ascii(frame.subarray(0, 64));
  const vbri = text.indexOf("VBRI");
  if (vbri === 36 && frame.length >= 54) {
    return { bytes: big32(frame, 46), frames: big32(frame, 50) };
  }
  const at = text.search(/Xing|Info/);
  if (at === -1 || frame.length < at + 16) return;
  const flags = big32(frame, at + 4);
  // Without the number of its bytes it cannot be told from that of another file, which was cut or joined.
  return (flags & 3) === 3
    ? { frames: big32(frame, at + 8), bytes: big32(frame, at + 12) }
    : undefined;
}

async function hasOneBitRate(
  file: FileBytes,
  first: Frame,
  begin: number,
  end: number,
): Promise<boolean> {
  for (let i = 0; i < PROBES; i++) {
    const bytes = await file.at(begin + Math.floor((end - begin) * i / PROBES), PROBE_BYTES);
    const frame = findFrame(bytes, 0, false);
    if (frame && (frame.family !== first.family || frame.bitRate !== first.bitRate)) return false;
  }
  return true;
}

/** Walks all frames. Bytes between them, such as the tag of a file that was joined to another, are passed over. */
async function countSeconds(file: FileBytes, begin: number, end: number): Promise<number> {
  let seconds = 0;
  for (let at = begin; at < end;) {
    const bytes = await file.at(at, Math.min(PIECE, end - at));
    const isWhole = at + bytes.length >= end;
    let next = 0;
    let frame: Frame | undefined;
    while ((frame = frameAt(bytes, next) ?? findFrame(bytes, next, isWhole))) {
      seconds += frame.samples / frame.rate;
      next = frame.at + frame.bytes;
    }
    if (isWhole) break;
    // Two frames that follow each other may begin within the last bytes of a piece without any.
    at += Math.max(next, bytes.length - PROBE_BYTES);
  }
  return seconds;
}
