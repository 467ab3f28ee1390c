// How long the sound of an MP4 file in fragments is, also of one that was cut: by what its fragments say
// (docs/library.md#lengths).
import { ascii, big32, type FileBytes, view } from "../file_bytes.ts";

export interface Fragments {
  /** Where the first one begins: what a file says of itself is before. */
  from: number;
  /** Undefined if they have no sound. */
  seconds: number | undefined;
}

/** A part of the file, or of another part. */
interface Box {
  name: string;
  /** Where its contents are. */
  from: number;
  to: number;
}

/** The track with the sound. */
interface Track {
  id: number;
  /** Units of its durations a second. */
  scale: number;
  /** Of a sample that does not say its own. */
  duration: number;
}

/** Undefined if the file is not in fragments. @throws BigTagsError, and once the file's signal aborts */
export async function readFragments(file: FileBytes): Promise<Fragments | undefined> {
  let track: Track | undefined;
  let first: number | undefined;
  let units = 0;
  for (let at = 0; at + 8 <= file.size;) {
    const header = await file.at(at, 16);
    const name = ascii(header, 4, 8);
    const told = big32(header);
    const size = told === 1 && header.length === 16
      ? Number(view(header).getBigUint64(8))
      : told === 0
      ? file.size - at
      : told;
    if (size < 8) break;
    if (name === "moov" || name === "moof") {
      const bytes = (await file.at(at, size)).slice();
      if (name === "moov") track = soundOf(bytes);
      else {
        first ??= at;
        // One that the file's end has cut is not played.
        if (track && bytes.length === size) units += unitsIn(bytes, track);
      }
    }
    at += size;
  }
  if (first === undefined) return;
  return { from: first, seconds: track && units > 0 ? units / track.scale : undefined };
}

function soundOf(bytes: Uint8Array): Track | undefined {
  const movie = { name: "moov", from: 8, to: bytes.length };
  for (const trak of boxes(bytes, movie, "trak")) {
    const handler = find(bytes, trak, "mdia", "hdlr");
    const header = find(bytes, trak, "tkhd");
    const media = find(bytes, trak, "mdia", "mdhd");
    if (!handler || !header || !media) continue;
    if (ascii(bytes, handler.from + 8, handler.from + 12) !== "soun") continue;
    const id = big32(bytes, header.from + (bytes[header.from] === 1 ? 20 : 12));
    const scale = big32(bytes, media.from + (bytes[media.from] === 1 ? 20 : 12));
    const extended = find(bytes, movie, "mvex");
    const own = extended && boxes(bytes, extended, "trex")
      .find(({ from }) => big32(bytes, from + 4) === id);
    return { id, scale, duration: own ? big32(bytes, own.from + 12) : 0 };
  }
}

/** The durations of the track's samples in a fragment, in its units. */
function unitsIn(bytes: Uint8Array, track: Track): number {
  let units = 0;
  const fragment = { name: "moof", from: 8, to: bytes.length };
  for (const traf of boxes(bytes, fragment, "traf")) {
    const header = find(bytes, traf, "tfhd");
    if (!header || big32(bytes, header.from + 4) !== track.id) continue;
    const flags = big32(bytes, header.from) & 0xffffff;
    const before = (flags & 1 ? 8 : 0) + (flags & 2 ? 4 : 0);
    const duration = flags & 8 ? big32(bytes, header.from + 8 + before) : track.duration;
    for (const run of boxes(bytes, traf, "trun")) units += unitsOf(bytes, run, duration);
  }
  return units;
}

function unitsOf(bytes: Uint8Array, { from, to }: Box, duration: number): number {
  const flags = big32(bytes, from) & 0xffffff;
  const samples = big32(bytes, from + 4);
  if (!(flags & 0x100)) return samples * duration;
  const step = 4 * [0x100, 0x200, 0x400, 0x800].filter((flag) => flags & flag).length;
  let at = from + 8 + (flags & 1 ? 4 : 0) + (flags & 4 ? 4 : 0);
  let units = 0;
  for (let i = 0; i < samples && at + 4 <= to; i++, at += step) units += big32(bytes, at);
  return units;
}

function boxes(bytes: Uint8Array, { from, to }: Box, name: string): Box[] {
  const found: Box[] = [];
  for (let at = from; at + 8 <= to;) {
    const size = big32(bytes, at);
    if (size < 8 || at + size > to) break;
    if (ascii(bytes, at + 4, at + 8) === name) found.push({ name, from: at + 8, to: at + size });
    at += size;
  }
  // The numbers at its beginning are read without a look at its length.
  return found.filter((box) => box.to - box.from >= 8);
}

function find(bytes: Uint8Array, within: Box, ...names: string[]): Box | undefined {
  let box: Box | undefined = within;
  for (const name of names) box = box && boxes(bytes, box, name)[0];
  return box;
}
