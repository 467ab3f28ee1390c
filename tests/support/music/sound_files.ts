// Sound in containers that say little of its length: Ogg in pages, FLAC in frames, MP4 in fragments, WebM without an end.
import { concat } from "./audio_files.ts";

const encoder = new TextEncoder();

/** The number in so many bytes, the largest first. */
function big(value: number, bytes: number): Uint8Array {
  return Uint8Array.from(
    { length: bytes },
    (_, i) => Math.floor(value / 256 ** (bytes - 1 - i)) % 256,
  );
}

/** The number in so many bytes, the smallest first. */
function little(value: number, bytes: number): Uint8Array {
  return big(value, bytes).reverse();
}

/** Opus at 48 000 granules a second: a page for each second, which says where it ends. */
interface OggOptions {
  seconds?: number;
  /** Where it begins to count, as a part of a broadcast does. */
  fromSeconds?: number;
  /** Pages that are replaced with zeros, by their numbers among those with sound. */
  lost?: number[];
  serial?: number;
  comments?: string[];
}

const GRANULES = 48_000;
const PRE_SKIP = 312;

/** An Ogg file with Opus, of whole seconds. */
export function ogg(options: OggOptions = {}): Uint8Array<ArrayBuffer> {
  const { comments = [], ...rest } = options;
  const head = concat(
    encoder.encode("OpusHead"),
    Uint8Array.of(1, 1),
    little(PRE_SKIP, 2),
    little(GRANULES, 4),
    new Uint8Array(3),
  );
  const tags = concat(encoder.encode("OpusTags"), commentBlock(comments));
  return pages(rest, head, tags);
}

/** An Ogg file with FLAC, whose comments are a block of its own. */
export function oggFlac(
  { comments = [], ...options }: OggOptions = {},
): Uint8Array<ArrayBuffer> {
  const head = concat(
    encoder.encode("\x7fFLAC"),
    Uint8Array.of(1, 0, 0, 1),
    encoder.encode("fLaC"),
    Uint8Array.of(0, 0, 0, 34),
    streamInfo(GRANULES, 0),
  );
  const block = commentBlock(comments);
  return pages(options, head, concat(Uint8Array.of(0x84), big(block.length, 3), block));
}

function commentBlock(comments: string[]): Uint8Array {
  const texts = comments.map((comment) => encoder.encode(comment));
  return concat(
    little(0, 4),
    little(texts.length, 4),
    ...texts.flatMap((text) => [little(text.length, 4), text]),
  );
}

function pages(
  { seconds = 4, fromSeconds = 0, lost = [], serial = 1 }: OggOptions,
  head: Uint8Array,
  tags: Uint8Array,
): Uint8Array<ArrayBuffer> {
  let number = 0;
  const page = (flags: number, granule: number, packets: Uint8Array[]) =>
    concat(
      encoder.encode("OggS"),
      Uint8Array.of(0, flags),
      little(granule, 8),
      little(serial, 4),
      little(number++, 4),
      little(0, 4),
      Uint8Array.of(packets.length),
      Uint8Array.from(packets, ({ length }) => length),
      ...packets,
    );
  const second = Array.from({ length: 50 }, () => new Uint8Array(100).fill(7));
  return concat(
    page(2, 0, [head]),
    page(0, 0, [tags]),
    ...Array.from({ length: seconds }, (_, i) => {
      const end = (fromSeconds + i + 1) * GRANULES + (fromSeconds > 0 ? 0 : PRE_SKIP);
      const bytes = page(i === seconds - 1 ? 4 : 0, end, second);
      return lost.includes(i) ? new Uint8Array(bytes.length) : bytes;
    }),
  );
}

/** The block at the beginning of FLAC, with frames of 4 096 samples. */
function streamInfo(rate: number, samples: number): Uint8Array {
  const info = new DataView(new ArrayBuffer(34));
  info.setUint16(0, 4_096);
  info.setUint16(2, 4_096);
  info.setBigUint64(10, BigInt(rate) << 44n | 15n << 36n | BigInt(samples));
  return new Uint8Array(info.buffer);
}

/** A FLAC file of so many frames of 4 096 samples at 44 100 Hz, whose header does not say how many. */
export function flacStream(frames: number): Uint8Array<ArrayBuffer> {
  const sound = Array.from({ length: frames }, (_, i) => {
    // A frame by its number, of 4 096 samples, at the rate and with the bits of the header.
    const header = Uint8Array.of(0xff, 0xf8, 0xc0, 0, ...encoder.encode(String.fromCodePoint(i)));
    return concat(header, Uint8Array.of(crc8(header)), new Uint8Array(2_000));
  });
  return concat(
    encoder.encode("fLaC"),
    Uint8Array.of(0x80, 0, 0, 34),
    streamInfo(44_100, 0),
    ...sound,
  );
}

function crc8(bytes: Uint8Array): number {
  return bytes.reduce((crc, byte) => {
    let next = crc ^ byte;
    for (let bit = 0; bit < 8; bit++) next = next & 0x80 ? (next << 1 ^ 7) & 0xff : next << 1;
    return next;
  }, 0);
}

function box(name: string, ...parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const data = concat(...parts);
  return concat(big(data.length + 8, 4), encoder.encode(name), data);
}

/** An MP4 file in fragments of a second, with this codec ("mp4a", "Opus", "fLaC"). */
export function fragmentedMp4(seconds: number, codec = "mp4a"): Uint8Array<ArrayBuffer> {
  const scale = 1_000;
  const entry = concat(
    new Uint8Array(6),
    big(1, 2),
    new Uint8Array(8),
    big(2, 2),
    big(16, 2),
    new Uint8Array(4),
    big(44_100, 2),
    new Uint8Array(2),
  );
  const track = box(
    "trak",
    box("tkhd", new Uint8Array(12), big(1, 4), new Uint8Array(68)),
    box(
      "mdia",
      box("mdhd", new Uint8Array(12), big(scale, 4), new Uint8Array(8)),
      box("hdlr", new Uint8Array(8), encoder.encode("soun"), new Uint8Array(13)),
      box("minf", box("stbl", box("stsd", new Uint8Array(4), big(1, 4), box(codec, entry)))),
    ),
  );
  const title = concat(
    new Uint8Array(3),
    Uint8Array.of(1),
    new Uint8Array(4),
    encoder.encode("Parça"),
  );
  const names = box(
    "udta",
    box(
      "meta",
      new Uint8Array(4),
      box("hdlr", new Uint8Array(8), encoder.encode("mdir"), new Uint8Array(13)),
      box("ilst", box("\u00a9nam".replace("\u00a9", "c"), box("data", title))),
    ),
  );
  // The first letter of the name is a sign of one byte.
  names[names.indexOf("c".charCodeAt(0), names.length - title.length - 20)] = 0xa9;
  const defaults = box(
    "trex",
    new Uint8Array(4),
    big(1, 4),
    big(1, 4),
    big(20, 4),
    new Uint8Array(8),
  );
  const fragment = concat(
    box(
      "moof",
      box("mfhd", new Uint8Array(4), big(1, 4)),
      box(
        "traf",
        box("tfhd", new Uint8Array(4), big(1, 4)),
        box("trun", new Uint8Array(4), big(50, 4)),
      ),
    ),
    box("mdat", new Uint8Array(2_000)),
  );
  return concat(
    box("ftyp", encoder.encode("iso5\0\0\0\0iso5")),
    box("moov", track, names, box("mvex", defaults)),
    ...Array.from({ length: seconds }, () => fragment),
  );
}

function element(id: number[], ...parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const data = concat(...parts);
  return concat(Uint8Array.from(id), Uint8Array.of(0x10), big(data.length, 3), data);
}

/** A WebM file with Opus, in clusters of a second with 50 blocks. `isClosed`: its header says how long it is. */
export function webm(
  seconds: number,
  { isClosed = true, type = "webm", codec = "A_OPUS" } = {},
): Uint8Array<ArrayBuffer> {
  const length = new DataView(new ArrayBuffer(8));
  length.setFloat64(0, seconds * 1_000);
  const info = element(
    [0x15, 0x49, 0xa9, 0x66],
    element([0x2a, 0xd7, 0xb1], big(1_000_000, 3)),
    ...isClosed ? [element([0x44, 0x89], new Uint8Array(length.buffer))] : [],
  );
  const track = element(
    [0xae],
    element([0xd7], Uint8Array.of(1)),
    element([0x83], Uint8Array.of(2)),
    element([0x86], encoder.encode(codec)),
    element([0xe1], element([0x9f], Uint8Array.of(1))),
  );
  const cluster = (second: number) =>
    element(
      [0x1f, 0x43, 0xb6, 0x75],
      Uint8Array.of(0xe7, 0x84),
      big(second * 1_000, 4),
      ...Array.from(
        { length: 50 },
        (_, i) =>
          element(
            [0xa3],
            Uint8Array.of(0x81),
            big(i * 20, 2),
            Uint8Array.of(0x80),
            new Uint8Array(40),
          ),
      ),
    );
  return concat(
    element([0x1a, 0x45, 0xdf, 0xa3], element([0x42, 0x82], encoder.encode(type))),
    element(
      [0x18, 0x53, 0x80, 0x67],
      info,
      element([0x16, 0x54, 0xae, 0x6b], track),
      ...Array.from({ length: seconds }, (_, i) => cluster(i)),
    ),
  );
}
