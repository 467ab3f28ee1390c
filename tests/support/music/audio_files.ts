// Small audio files and their tags, made as a test needs them.
import type { SeedTune } from "../../../server/commands/seed_music.ts";

/** One after another. */
export function concat(...parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

// Small audio files, made as a test needs them.

const encoder = new TextEncoder();

/** Eight thousand bytes a second: one for each sample. */
const WAV_RATE = 8_000;

/** A WAV file with silence of `seconds`, `info` in its LIST chunk, and `id3` frames. */
export function wav(
  { seconds = 2, info = {}, id3 }: {
    seconds?: number;
    /** Values by the names of RIFF: INAM is the title, IART the artist, IPRD the album. */
    info?: Record<string, string>;
    id3?: Id3Frames;
  } = {},
): Uint8Array<ArrayBuffer> {
  const format = new DataView(new ArrayBuffer(16));
  format.setUint16(0, 1, true);
  format.setUint16(2, 1, true);
  format.setUint32(4, WAV_RATE, true);
  format.setUint32(8, WAV_RATE, true);
  format.setUint16(12, 1, true);
  format.setUint16(14, 8, true);
  const list = Object.entries(info)
    .map(([name, value]) => riffChunk(name, concat(encoder.encode(value), new Uint8Array(1))));
  return riffChunk(
    "RIFF",
    concat(
      encoder.encode("WAVE"),
      riffChunk("fmt ", new Uint8Array(format.buffer)),
      ...list.length > 0 ? [riffChunk("LIST", concat(encoder.encode("INFO"), ...list))] : [],
      ...id3 ? [riffChunk("id3 ", id3Tag(id3))] : [],
      riffChunk("data", new Uint8Array(Math.round(seconds * WAV_RATE)).fill(128)),
    ),
  );
}

/** Of an MPEG 1 layer III frame of 32 kbit/s at 44 100 Hz, one channel. */
const FRAME = [0xff, 0xfb, 0x10, 0xc0];
const FRAME_BYTES = 104;
const FRAMES_PER_SECOND = 44_100 / 1_152;

/** An MP3 file of `seconds` with `id3` frames. */
export function mp3(
  { seconds = 2, id3 }: { seconds?: number; id3?: Id3Frames } = {},
): Uint8Array<ArrayBuffer> {
  const frames = Math.ceil(seconds * FRAMES_PER_SECOND);
  const audio = new Uint8Array(frames * FRAME_BYTES);
  for (let i = 0; i < frames; i++) audio.set(FRAME, i * FRAME_BYTES);
  return concat(...id3 ? [id3Tag(id3)] : [], audio);
}

/** A FLAC file of `seconds` with these comments ("TITLE=...") and pictures. Its samples are not valid. */
export function flac(
  { seconds = 2, comments = [], pictures = [] }: {
    seconds?: number;
    comments?: string[];
    pictures?: Uint8Array[];
  } = {},
): Uint8Array<ArrayBuffer> {
  const info = new DataView(new ArrayBuffer(34));
  info.setUint16(0, 4_096);
  info.setUint16(2, 4_096);
  // 20 bits of the rate, 3 of the channels, 5 of the bits a sample, 36 of the number of samples.
  const rate = 44_100n;
  info.setBigUint64(10, rate << 44n | 15n << 36n | BigInt(Math.round(seconds * 44_100)));
  const texts = comments.map((comment) => encoder.encode(comment));
  const comment = concat(
    little32(0),
    little32(texts.length),
    ...texts.flatMap((text) => [little32(text.length), text]),
  );
  return concat(
    encoder.encode("fLaC"),
    flacBlock(0, new Uint8Array(info.buffer), false),
    ...pictures.map((picture) => flacBlock(6, flacPicture(picture), false)),
    flacBlock(4, comment, true),
    new Uint8Array(Math.round(seconds * 20_000)),
  );
}

/** A front cover of no said kind and size (RFC 9639, 8.8). */
function flacPicture(picture: Uint8Array): Uint8Array<ArrayBuffer> {
  const head = new DataView(new ArrayBuffer(32));
  head.setUint32(0, 3);
  head.setUint32(28, picture.length);
  return concat(new Uint8Array(head.buffer), picture);
}

/** An MP4 file of `seconds` whose track has this codec: "alac", "mp4a". It has no samples. */
export function mp4(codec: string, seconds = 2): Uint8Array<ArrayBuffer> {
  const header = new DataView(new ArrayBuffer(24));
  header.setUint32(12, 1_000);
  header.setUint32(16, seconds * 1_000);
  const entry = new DataView(new ArrayBuffer(28));
  entry.setUint16(6, 1);
  entry.setUint16(16, 2);
  entry.setUint16(18, 16);
  entry.setUint16(24, 44_100);
  const handler = concat(new Uint8Array(8), encoder.encode("soun"), new Uint8Array(13));
  const description = concat(
    new Uint8Array(4),
    big32(1),
    atom(codec, new Uint8Array(entry.buffer)),
  );
  const media = atom(
    "mdia",
    atom("mdhd", new Uint8Array(header.buffer)),
    atom("hdlr", handler),
    atom("minf", atom("stbl", atom("stsd", description))),
  );
  return concat(
    atom("ftyp", encoder.encode("M4A \0\0\0\0M4A ")),
    atom("moov", atom("trak", atom("tkhd", new Uint8Array(84)), media)),
    atom("mdat", new Uint8Array(seconds * 20_000)),
  );
}

/** The beginning of a PNG picture, and `bytes` more. */
export function png(bytes = 100): Uint8Array<ArrayBuffer> {
  return concat(
    Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
    new Uint8Array(bytes),
  );
}

/** The beginning of a JPEG picture, and `bytes` more. */
export function jpeg(bytes = 100): Uint8Array<ArrayBuffer> {
  return concat(Uint8Array.of(0xff, 0xd8, 0xff, 0xe0), new Uint8Array(bytes));
}

function riffChunk(name: string, data: Uint8Array): Uint8Array<ArrayBuffer> {
  const padding = new Uint8Array(data.length % 2);
  return concat(encoder.encode(name), little32(data.length), data, padding);
}

function flacBlock(type: number, data: Uint8Array, isLast: boolean): Uint8Array<ArrayBuffer> {
  const header = new DataView(new ArrayBuffer(4));
  header.setUint32(0, data.length);
  header.setUint8(0, type | (isLast ? 0x80 : 0));
  return concat(new Uint8Array(header.buffer), data);
}

function atom(name: string, ...parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const data = concat(...parts);
  return concat(big32(data.length + 8), encoder.encode(name), data);
}

function little32(value: number): Uint8Array {
  const view = new DataView(new ArrayBuffer(4));
  view.setUint32(0, value, true);
  return new Uint8Array(view.buffer);
}

function big32(value: number): Uint8Array {
  const view = new DataView(new ArrayBuffer(4));
  view.setUint32(0, value);
  return new Uint8Array(view.buffer);
}

// ID3v2.3 tags, as players and Windows programs wrote them.

/** Texts by the names of their frames: TIT2 is the title, TPE1 the artist, TALB the album. */
interface Id3Frames {
  /** Written in Windows' Turkish code page, and said to be Latin-1. */
  turkish?: Record<string, string>;
  /** Written in UTF-16. */
  texts?: Record<string, string>;
  /** User's own fields by their names. */
  fields?: Record<string, string>;
  /** Pictures by the code of their kind: 3 is the front cover. */
  pictures?: [kind: number, bytes: Uint8Array][];
}

/** Letters that the Turkish code page has in places of its own. */
const TURKISH: Record<string, number> = {
  ...{ İ: 0xdd, Ğ: 0xd0, Ş: 0xde },
  ...{ ı: 0xfd, ğ: 0xf0, ş: 0xfe },
};

function id3Tag({ turkish, texts, fields, pictures }: Id3Frames): Uint8Array<ArrayBuffer> {
  const frames = concat(
    ...entries(turkish).map(([name, text]) =>
      frame(name, Uint8Array.of(0), Uint8Array.from(text, (c) => TURKISH[c] ?? c.charCodeAt(0)))
    ),
    ...entries(texts).map(([name, text]) =>
      frame(
        name,
        Uint8Array.of(1, 0xff, 0xfe),
        new Uint8Array(Uint16Array.from(units(text)).buffer),
      )
    ),
    ...entries(fields).map(([name, text]) =>
      frame("TXXX", Uint8Array.of(0), encoder.encode(`${name}\0${text}`))
    ),
    ...(pictures ?? []).map(([kind, bytes]) =>
      frame("APIC", encoder.encode("\0image/png\0"), Uint8Array.of(kind, 0), bytes)
    ),
  );
  return concat(id3Header(frames.length), frames);
}

/** The header of a tag of `length` bytes. */
export function id3Header(length: number): Uint8Array<ArrayBuffer> {
  const sevenBits = [21, 14, 7, 0].map((shift) => length >> shift & 0x7f);
  return concat(encoder.encode("ID3"), Uint8Array.of(3, 0, 0, ...sevenBits));
}

function frame(name: string, ...parts: Uint8Array[]): Uint8Array {
  const data = concat(...parts);
  const header = new DataView(new ArrayBuffer(6));
  header.setUint32(0, data.length);
  return concat(encoder.encode(name), new Uint8Array(header.buffer), data);
}

function units(text: string): number[] {
  return Array.from({ length: text.length }, (_, i) => text.charCodeAt(i));
}

function entries(record: Record<string, string> = {}): [string, string][] {
  return Object.entries(record);
}

// Short files of silence in place of the tunes that `seed` copies, with titles of one word and lengths as a test needs.

/** As many as the project's own. */
export const QUICK_TITLES = ["Bir", "İki", "Üç", "Dört", "Beş", "Altı"];

/** For `seedDemoCafe`. The first lasts `seconds`, each other one a second more. */
export function quickTunes(seconds = 2): SeedTune[] {
  const artist = "Sessizlik";
  return QUICK_TITLES.map((title, i) => ({
    title,
    artist,
    fileName: `${title}.wav`,
    read: () =>
      Promise.resolve(wav({ seconds: seconds + i, id3: { texts: { TIT2: title, TPE1: artist } } })),
  }));
}
