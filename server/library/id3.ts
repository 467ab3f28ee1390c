// Reads ID3 tags: their texts by the bytes, since many say another encoding than theirs (docs/library.md#encodings), and
// where the sound begins and ends.
import { ascii, big32, BigTagsError, type FileBytes, little32, MAX_PART } from "./file_bytes.ts";
import { decodeBytes, decodeFrame } from "./decode_text.ts";
import type { SongTexts } from "./song_facts.ts";

const HEADER_BYTES = 10;

/** An ID3v2 tag: where its frames are within the file. */
interface Tag {
  version: number;
  flags: number;
  from: number;
  to: number;
}

async function tagAt(file: FileBytes, at: number): Promise<Tag | undefined> {
  const header = await file.at(at, HEADER_BYTES);
  if (header.length < HEADER_BYTES || ascii(header, 0, 3) !== "ID3") return;
  const size = sevenBits(header, 6);
  if (size > MAX_PART) throw new BigTagsError("Its tags are too large");
  const from = at + HEADER_BYTES;
  return { version: header[3]!, flags: header[5]!, from, to: from + size };
}

/** Where the file begins after the ID3v2 tags before it. @throws BigTagsError */
export async function skipId3(file: FileBytes): Promise<number> {
  let at = 0;
  for (let tag; (tag = await tagAt(file, at));) at = tag.to;
  return at;
}

/** Where the sound ends before the ID3v1 and APE tags behind it. */
export async function endOfSound(file: FileBytes): Promise<number> {
  const end = await hasId3v1(file) ? file.size - ID3V1_BYTES : file.size;
  const footer = (await file.at(Math.max(0, end - 32), 32)).slice(0, 32);
  if (footer.length < 32 || ascii(footer, 0, 8) !== "APETAGEX") return end;
  const hasHeader = little32(footer, 20) >>> 31 === 1;
  return Math.max(0, end - little32(footer, 12) - (hasHeader ? 32 : 0));
}

/** A number of which each byte holds seven bits. */
function sevenBits(bytes: Uint8Array, at: number): number {
  return bytes.subarray(at, at + 4).reduce((number, byte) => number * 128 + (byte & 0x7f), 0);
}

/** The frames' names, before and since version 3. */
const NAMES: Record<string, keyof SongTexts> = {
  ...{ TT2: "titles", TP1: "artists", TAL: "albums", TP2: "albumArtists" },
  ...{ TIT2: "titles", TPE1: "artists", TALB: "albums", TPE2: "albumArtists" },
};

/** Four bytes of a file that are to be read as others. */
export interface Correction {
  at: number;
  bytes: Uint8Array;
}

/** What the tags before the sound say, and the sizes in them that other readers would misread. */
export async function readId3v2(
  file: FileBytes,
  at = 0,
): Promise<{ texts: SongTexts; corrections: Correction[] }> {
  const texts: SongTexts = { titles: [], artists: [], albums: [], albumArtists: [] };
  const corrections: Correction[] = [];
  for (let tag; (tag = await tagAt(file, at)); at = tag.to) {
    const stored = (await file.at(tag.from, tag.to - tag.from)).slice();
    // Version 4 unsynchronises its frames one by one.
    const isPadded = (tag.flags & 0x80) !== 0 && tag.version < 4;
    const bytes = isPadded ? withoutPadding(stored) : stored;
    for (const frame of framesOf(bytes, tag)) {
      if (frame.isPlain && !isPadded) {
        corrections.push({ at: tag.from + frame.at + 4, bytes: toSevenBits(frame.size) });
      }
      const name = NAMES[frame.id];
      if (name === undefined || frame.data.length < 2) continue;
      const values = decodeFrame(frame.data);
      // Before version 4 what follows a NUL is left from an earlier, longer text.
      texts[name].push(...tag.version < 4 ? values.slice(0, 1) : values);
    }
  }
  return { texts, corrections };
}

interface Id3Frame {
  id: string;
  /** Where its header begins in the tag. */
  at: number;
  size: number;
  /** Its size was written with eight bits a byte where seven are due, as iTunes did. */
  isPlain: boolean;
  data: Uint8Array;
}

function* framesOf(bytes: Uint8Array, { version, flags }: Tag): Generator<Id3Frame> {
  const headerBytes = version === 2 ? 6 : HEADER_BYTES;
  const isExtended = (flags & 0x40) !== 0 && version > 2 && bytes.length >= 4;
  const extended = isExtended ? version === 3 ? big32(bytes) + 4 : sevenBits(bytes, 0) : 0;
  for (let at = extended; at + headerBytes <= bytes.length;) {
    const id = ascii(bytes, at, at + (version === 2 ? 3 : 4));
    if (!/^[A-Z][A-Z0-9 ]+$/.test(id)) return;
    const { size, isPlain } = sizeOf(bytes, at, version);
    const format = version === 2 ? 0 : bytes[at + 9]!;
    const from = at + headerBytes;
    yield {
      id,
      at,
      size,
      isPlain,
      data: plainData(bytes.subarray(from, from + size), version, format),
    };
    at = from + size;
  }
}

function sizeOf(
  bytes: Uint8Array,
  at: number,
  version: number,
): { size: number; isPlain: boolean } {
  if (version === 2) return { size: big32(bytes, at + 2) & 0xffffff, isPlain: false };
  const plain = big32(bytes, at + 4);
  const due = sevenBits(bytes, at + 4);
  if (version === 3 || plain === due) return { size: plain, isPlain: false };
  const isPlain = !endsAtFrame(bytes, at + HEADER_BYTES + due) &&
    endsAtFrame(bytes, at + HEADER_BYTES + plain);
  return { size: isPlain ? plain : due, isPlain };
}

/** Whether another frame that fits, the zeros at the tag's end, or that end is there. */
function endsAtFrame(bytes: Uint8Array, at: number): boolean {
  const left = bytes.length - at - HEADER_BYTES;
  if (left < 0) return at <= bytes.length;
  const id = ascii(bytes, at, at + 4);
  if (id === "\0\0\0\0") return bytes.subarray(at).every((byte) => byte === 0);
  return /^[A-Z][A-Z0-9]{3}$/.test(id) && sevenBits(bytes, at + 4) <= left;
}

function toSevenBits(size: number): Uint8Array {
  return Uint8Array.from([21, 14, 7, 0], (shift) => size >> shift & 0x7f);
}

/** Without what the format's flags have added. Of a compressed or encrypted frame nothing is left. */
function plainData(data: Uint8Array, version: number, format: number): Uint8Array {
  if (version === 2) return data;
  if ((format & (version === 3 ? 0xc0 : 0x0c)) !== 0) return data.subarray(0, 0);
  const isGrouped = (format & (version === 3 ? 0x20 : 0x40)) !== 0;
  const before = (isGrouped ? 1 : 0) + (version === 4 && (format & 1) !== 0 ? 4 : 0);
  const rest = data.subarray(before);
  return version === 4 && (format & 2) !== 0 ? withoutPadding(rest) : rest;
}

/** Without the zeros after 0xFF that keep a tag from looking like sound. */
function withoutPadding(bytes: Uint8Array): Uint8Array {
  return bytes.filter((byte, i) => byte !== 0 || bytes[i - 1] !== 0xff);
}

const ID3V1_BYTES = 128;

async function hasId3v1(file: FileBytes): Promise<boolean> {
  if (file.size < ID3V1_BYTES) return false;
  return ascii(await file.at(file.size - ID3V1_BYTES, 3)) === "TAG";
}

/** What the tag of 128 bytes at the end of the file says. */
export async function readId3v1(file: FileBytes): Promise<SongTexts> {
  const texts: SongTexts = { titles: [], artists: [], albums: [], albumArtists: [] };
  if (!await hasId3v1(file)) return texts;
  const tag = await file.at(file.size - ID3V1_BYTES, ID3V1_BYTES);
  const field = (from: number) => {
    const bytes = tag.subarray(from, from + 30);
    const end = bytes.indexOf(0);
    return [decodeBytes(end === -1 ? bytes : bytes.subarray(0, end))];
  };
  return { ...texts, titles: field(3), artists: field(33), albums: field(63) };
}
