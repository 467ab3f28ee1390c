// Renders a tune as a file that every browser plays, with its tags and cover.
import { crc32, deflateSync } from "node:zlib";
import { type Chance, createChance } from "../../music/demo/chance.ts";
import { pluckBass, pluckString, SAMPLE_RATE, strikeDrum, strikeKey } from "./instruments.ts";
import { addRoom, amplify, fadeOut, loudnessOf, mixIn, silence, type Stereo } from "./mix.ts";
import { arrange, frequencyOf, type Sound, type Tune } from "./score.ts";

// Parts of files.

export type Bytes = Uint8Array<ArrayBuffer>;

/** The parts one after another; text as UTF-8. */
export function join(...parts: (Uint8Array | string)[]): Bytes {
  const all = parts.map((part) => typeof part === "string" ? new TextEncoder().encode(part) : part);
  const joined = new Uint8Array(all.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of all) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

/** Four bytes, the highest first. */
export function uint32(value: number): Bytes {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value);
  return bytes;
}

/** Four bytes, the lowest first. */
export function uint32LittleEndian(value: number): Bytes {
  return uint32(value).reverse();
}

// A PNG file.

const SIGNATURE = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Eight bits for each of red, green and blue; not interlaced. */
const FORMAT = new Uint8Array([8, 2, 0, 0, 0]);

/** A square picture of `side` pixels. `pixels` are red, green and blue, row by row. */
export function pngFile(side: number, pixels: Uint8Array): Bytes {
  const rowBytes = 3 * side;
  // Each row begins with its filter: 0, none.
  const rows = new Uint8Array(side * (rowBytes + 1));
  for (let row = 0; row < side; row++) {
    const from = row * rowBytes;
    rows.set(pixels.subarray(from, from + rowBytes), row * (rowBytes + 1) + 1);
  }
  return join(
    SIGNATURE,
    pngChunk("IHDR", join(uint32(side), uint32(side), FORMAT)),
    pngChunk("IDAT", deflateSync(rows)),
    pngChunk("IEND", new Uint8Array()),
  );
}

function pngChunk(type: string, body: Uint8Array): Bytes {
  const typed = join(type, body);
  return join(uint32(body.length), typed, uint32(crc32(typed)));
}

// Shapes of covers. A cover is 100 units wide and high.

/** How far a point is from the shape's edge, in units: under 0 is inside. */
export type Shape = (x: number, y: number) => number;

export function disc(x: number, y: number, radius: number): Shape {
  return (px, py) => length(px - x, py - y) - radius;
}

export function ring(x: number, y: number, radius: number, width: number): Shape {
  return (px, py) => Math.abs(length(px - x, py - y) - radius) - width / 2;
}

/** A rectangle by its left upper corner, with corners as round as `round`. */
export function box(x: number, y: number, width: number, height: number, round = 0): Shape {
  return (px, py) => {
    const dx = Math.abs(px - x - width / 2) - width / 2 + round;
    const dy = Math.abs(py - y - height / 2) - height / 2 + round;
    return length(Math.max(dx, 0), Math.max(dy, 0)) + Math.min(Math.max(dx, dy), 0) - round;
  };
}

/** A line with round ends. */
export function line(x1: number, y1: number, x2: number, y2: number, width: number): Shape {
  const [dx, dy] = [x2 - x1, y2 - y1];
  return (px, py) => {
    const along = ((px - x1) * dx + (py - y1) * dy) / (dx * dx + dy * dy);
    const nearest = Math.max(0, Math.min(1, along));
    return length(px - x1 - nearest * dx, py - y1 - nearest * dy) - width / 2;
  };
}

/** All that is below a wavy line. */
export function sea(y: number, height: number, length: number, shift = 0): Shape {
  return (px, py) => y + height * Math.sin(2 * Math.PI * (px + shift) / length) - py;
}

/** Several shapes as one. */
export function together(...shapes: Shape[]): Shape {
  return (x, y) => {
    let nearest = Infinity;
    for (const shape of shapes) nearest = Math.min(nearest, shape(x, y));
    return nearest;
  };
}

/** As Math.hypot, which is some ten times as slow. */
function length(x: number, y: number): number {
  return Math.sqrt(x * x + y * y);
}

// Covers, drawn from a few shapes on a ground.

export interface Cover {
  /** A colour such as `#24130d`. */
  ground: string;
  /** Shapes with their colours. Later ones cover earlier ones. */
  layers: [Shape, string][];
}

/** In pixels. */
const SIDE = 320;

/** Draws a cover as a PNG. */
export function drawCover({ ground, layers }: Cover): Bytes {
  const pixels = new Uint8Array(SIDE * SIDE * 3);
  const base = readColour(ground);
  const coloured = layers.map(([shape, colour]) => ({ shape, colour: readColour(colour) }));
  const unit = 100 / SIDE;
  for (let i = 0; i < SIDE * SIDE; i++) {
    const x = (i % SIDE + 0.5) * unit;
    const y = (Math.floor(i / SIDE) + 0.5) * unit;
    pixels.set(base, 3 * i);
    for (const { shape, colour } of coloured) {
      // A pixel that the edge crosses is covered in part.
      const covered = Math.max(0, Math.min(1, 0.5 - shape(x, y) / unit));
      for (let j = 3 * i; covered > 0 && j < 3 * i + 3; j++) {
        pixels[j]! += Math.round((colour[j % 3]! - pixels[j]!) * covered);
      }
    }
  }
  return pngFile(SIDE, pixels);
}

function readColour(colour: string): number[] {
  return (colour.match(/[0-9a-f]{2}/g) ?? []).map((part) => parseInt(part, 16));
}

// An ID3v2.4 tag: title, artist, album, loudness and cover.

export interface Tags {
  title: string;
  artist: string;
  album: string;
  /** A PNG. */
  cover: Uint8Array;
  /** The highest sample, where 1 is the loudest that a file can hold. */
  peak: number;
}

/** Text is UTF-8 (encoding 3). The gain is 0 dB, since a tune has the normal loudness already. */
export function id3Tag({ title, artist, album, cover, peak }: Tags): Bytes {
  const frames = join(
    frame("TIT2", UTF_8, title),
    frame("TPE1", UTF_8, artist),
    frame("TALB", UTF_8, album),
    frame("TXXX", UTF_8, "REPLAYGAIN_TRACK_GAIN\0", "0.00 dB"),
    frame("TXXX", UTF_8, "REPLAYGAIN_TRACK_PEAK\0", peak.toFixed(6)),
    frame("APIC", UTF_8, "image/png\0", FRONT_COVER, "\0", cover),
  );
  return join("ID3", VERSION_4, syncSafe(frames.length), frames);
}

const UTF_8 = new Uint8Array([3]);
const FRONT_COVER = new Uint8Array([3]);
/** Version 2.4.0, without flags. */
const VERSION_4 = new Uint8Array([4, 0, 0]);

function frame(id: string, ...content: (Uint8Array | string)[]): Bytes {
  const body = join(...content);
  return join(id, syncSafe(body.length), "\0\0", body);
}

/** Seven bits in each byte, so that no player takes a length for the beginning of sound. */
function syncSafe(length: number): Bytes {
  return uint32(
    (length & 0x7f) | (length & 0x3f80) << 1 | (length & 0x1fc000) << 2 |
      (length & 0xfe00000) << 3,
  );
}

// A WAV file: stereo, 16 bits, with its tags in front of the sound, where a reader finds them at once.

const BYTES_A_SAMPLE = 2;
const CHANNELS = 2;

export function wavFile(stereo: Stereo, tags: Omit<Tags, "peak">): Bytes {
  const info = join(
    "INFO",
    wavChunk("INAM", join(tags.title, "\0")),
    wavChunk("IART", join(tags.artist, "\0")),
    wavChunk("IPRD", join(tags.album, "\0")),
  );
  return wavChunk(
    "RIFF",
    join(
      "WAVE",
      wavChunk("fmt ", format()),
      wavChunk("LIST", info),
      wavChunk("id3 ", id3Tag({ ...tags, peak: peakOf(stereo) })),
      wavChunk("data", samples(stereo)),
    ),
  );
}

/** A wavChunk begins at an even byte. */
function wavChunk(id: string, body: Uint8Array): Bytes {
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

// Renders a tune: its notes, the room, the fade at the end, and the loudness.

/** The loudness that players take as the normal one (ReplayGain 2). */
const LOUDNESS_LUFS = -18;
const FADE_SECONDS = 2.6;

/**
 * The tune as sound. The same tune always gives the same samples.
 * @throws TypeError or RangeError if the tune is written wrongly
 */
export function render(tune: Tune): Stereo {
  const { sounds, seconds } = arrange(tune);
  const chance = createChance(`${tune.title}, played`);
  const stereo = silence(seconds);
  for (const sound of sounds) mixIn(stereo, play(sound, chance), sound);
  addRoom(stereo);
  fadeOut(stereo, FADE_SECONDS);
  amplify(stereo, 10 ** ((LOUDNESS_LUFS - loudnessOf(stereo)) / 20));
  return stereo;
}

function play({ instrument, what, length }: Sound, chance: Chance): Float32Array {
  if (typeof what === "string") return strikeDrum(what, chance);
  const frequency = frequencyOf(what);
  if (instrument === "bass") return pluckBass(frequency, length);
  if (instrument === "piano") return strikeKey(frequency, length);
  return pluckString(frequency, length, chance);
}

/** The name of the tune's file, such as `Sıradaki Orkestrası - Sabah Çayı.wav`. */
export function tuneFileName({ artist, title }: Tune): string {
  return `${artist} - ${title}.wav`;
}

/** The tune as a WAV file with its tags and its cover. The same tune always gives the same sound. */
export function tuneFile(tune: Tune): Bytes {
  return wavFile(render(tune), { ...tune, cover: drawCover(tune.cover) });
}
