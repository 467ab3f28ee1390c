// Walks the pages of an Ogg file: how long its sound is, and the comments of FLAC in it (docs/library.md#lengths).
import { ascii, type FileBytes, little32, view } from "../file_bytes.ts";

/** One stream of a file, which may have several after each other, or beside each other. */
interface Stream {
  isFlac: boolean;
  /** Granules, which are samples, a second. 0 if it is no sound. */
  rate: number;
  /** Granules at the beginning that are not heard. */
  preSkip: number;
  /** The first pages with sound: what they count up to, how many packets end in them, and whether the stream ends there. */
  pages: { granule: number; packets: number; isLast: boolean }[];
  last: number;
  /** Of FLAC: the packet with its comments, as far as it has come. */
  comment: Uint8Array[];
  packets: number;
}

interface OggFacts {
  /** Undefined without sound. */
  seconds: number | undefined;
  /** Of FLAC: 'NAME=value'. */
  comments: string[];
}

const HEADER_BYTES = 27;
/** The header, and the sizes of at most 255 parts. */
const MAX_HEADER = HEADER_BYTES + 255;
/** Where a page is missing, the next one is looked for in so many bytes at once. */
const SEARCHED = 32 * 1024;
/** No page is that far from the last one. */
const MAX_GAP = 4 * 1024 * 1024;

/** @throws once the file's signal aborts */
export async function readOgg(file: FileBytes): Promise<OggFacts> {
  /** The streams of each link of the chain, by their numbers. */
  const chain: Map<number, Stream>[] = [];
  let wasBeginning = false;
  for (let at = 0, gap = 0; at + HEADER_BYTES <= file.size && gap < MAX_GAP;) {
    const size = pageSize(await file.at(at, MAX_HEADER));
    if (size === undefined) {
      const bytes = await file.at(at, SEARCHED);
      const next = ascii(bytes).indexOf("OggS", 1);
      const step = next === -1 ? Math.max(1, bytes.length - 3) : next;
      at += step;
      gap += step;
      continue;
    }
    gap = 0;
    const page = pageIn(await file.at(at, size));
    if (page.isFirst && !wasBeginning) chain.push(new Map());
    wasBeginning = page.isFirst;
    const streams = chain.at(-1);
    if (page.isFirst) streams?.set(page.serial, streamOf(page.data));
    const stream = streams?.get(page.serial);
    if (stream) take(stream, page);
    at += size;
  }
  const lengths = chain.map((streams) => Math.max(0, ...streams.values().map(secondsOf)));
  const seconds = lengths.reduce((sum, length) => sum + length, 0);
  const flac = chain[0]?.values().find(({ isFlac }) => isFlac);
  return { seconds: seconds || undefined, comments: flac ? commentsOf(flac) : [] };
}

interface Page {
  isFirst: boolean;
  isLast: boolean;
  /** -1 if no packet ends in it. */
  granule: number;
  serial: number;
  data: Uint8Array;
  /** The sizes of the packets' parts: one of 255 goes on. */
  lacing: Uint8Array;
}

/** Of the page that begins with these bytes, undefined if none does. */
function pageSize(bytes: Uint8Array): number | undefined {
  if (ascii(bytes, 0, 4) !== "OggS" || bytes.length < HEADER_BYTES) return;
  const from = HEADER_BYTES + bytes[26]!;
  return bytes.subarray(HEADER_BYTES, from).reduce((sum, part) => sum + part, from);
}

function pageIn(bytes: Uint8Array): Page {
  const from = HEADER_BYTES + bytes[26]!;
  return {
    isFirst: (bytes[5]! & 2) !== 0,
    isLast: (bytes[5]! & 4) !== 0,
    granule: Number(view(bytes).getBigInt64(6, true)),
    serial: little32(bytes, 14),
    data: bytes.subarray(from),
    lacing: bytes.subarray(HEADER_BYTES, from),
  };
}

function streamOf(packet: Uint8Array): Stream {
  const begins = ascii(packet, 0, 9);
  const stream = {
    isFlac: false,
    rate: 0,
    preSkip: 0,
    pages: [],
    last: 0,
    comment: [],
    packets: 0,
  };
  if (packet.length >= 16 && begins.startsWith("\x01vorbis")) {
    return { ...stream, rate: little32(packet, 12) };
  }
  if (packet.length >= 12 && begins.startsWith("OpusHead")) {
    return { ...stream, rate: 48_000, preSkip: view(packet).getUint16(10, true) };
  }
  if (packet.length >= 31 && begins.startsWith("\x7fFLAC")) {
    return { ...stream, isFlac: true, rate: view(packet).getUint32(27) >>> 12 };
  }
  if (packet.length >= 40 && begins.startsWith("Speex")) {
    return { ...stream, rate: little32(packet, 36) };
  }
  return stream;
}

function take(stream: Stream, { granule, data, lacing, isFirst, isLast }: Page): void {
  const ended = lacing.filter((size) => size < 255).length;
  if (stream.isFlac && !isFirst && stream.packets === 1) {
    const last = lacing.findIndex((size) => size < 255);
    const parts = last === -1 ? lacing : lacing.subarray(0, last + 1);
    stream.comment.push(data.slice(0, parts.reduce((sum, size) => sum + size, 0)));
  }
  stream.packets += ended;
  // What counts nothing yet is a header.
  if (granule <= 0) return;
  if (stream.pages.length < 2) stream.pages.push({ granule, packets: ended, isLast });
  stream.last = Math.max(stream.last, granule);
}

/** From its first sound to its last: a part of a broadcast counts on from where it was cut out. */
function secondsOf({ rate, preSkip, pages, last }: Stream): number {
  if (rate === 0 || last === 0) return 0;
  const [first, second] = pages;
  // The first page says where it ends alone. What it holds follows from the second, unless that ends the stream early.
  const isTold = first && second && !second.isLast && second.packets > 0;
  const held = isTold ? (second.granule - first.granule) * first.packets / second.packets : 0;
  const start = isTold ? first.granule - held : 0;
  const isCutOut = start > 2 * rate;
  return Math.max(0, last - (isCutOut ? start : preSkip)) / rate;
}

function commentsOf({ comment }: Stream): string[] {
  const bytes = new Uint8Array(comment.reduce((length, part) => length + part.length, 0));
  let filled = 0;
  for (const part of comment) {
    bytes.set(part, filled);
    filled += part.length;
  }
  const texts: string[] = [];
  // After the header of a block of comments and the encoder's name.
  if (bytes.length < 12 || (bytes[0]! & 0x7f) !== 4) return texts;
  let at = 8 + little32(bytes, 4);
  if (at + 4 > bytes.length) return texts;
  let left = little32(bytes, at);
  for (at += 4; left > 0 && at + 4 <= bytes.length; left--) {
    const size = little32(bytes, at);
    texts.push(new TextDecoder().decode(bytes.subarray(at + 4, at + 4 + size)));
    at += 4 + size;
  }
  return texts;
}
