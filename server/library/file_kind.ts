// What kind of file a song is, by its first bytes: the ends of names are often wrong (docs/library.md#formats).
import { ascii, type FileBytes, openBytes } from "./file_bytes.ts";
import { skipId3 } from "./id3.ts";
import { findFrame } from "./length/mpeg.ts";

/** The media types of the kinds of files that browsers play. */
const MEDIA_TYPES = {
  mp3: "audio/mpeg",
  aac: "audio/aac",
  mp4: "audio/mp4",
  flac: "audio/flac",
  ogg: "audio/ogg",
  wav: "audio/wav",
  webm: "audio/webm",
} as const;

export type FileKind = keyof typeof MEDIA_TYPES;

export function mediaTypeOf(kind: FileKind): string {
  return MEDIA_TYPES[kind];
}

/** What the first bytes of a file are, after tags that stand before everything else. */
const BEGINNINGS: [kind: FileKind, begins: RegExp][] = [
  ["flac", /^fLaC/],
  ["ogg", /^OggS/],
  ["wav", /^RIFF[^]{4}WAVE/],
  ["mp4", /^[^]{4}(ftyp|moov|mdat|free|skip|wide)/],
  // deno-lint-ignore no-control-regex
  ["webm", /^\x1A\x45\xDF\xA3/],
];

/** The first bytes of sound that no browser plays: Windows Media, Monkey's Audio, WavPack, AC-3 and others. */
const OTHERS =
  // deno-lint-ignore no-control-regex
  /^(\x30\x26\xB2\x75|MAC |wvPk|MPCK|MP\+|FORM|DSD |FRM8|\x0B\x77|TTA|\.snd|#!AMR|MThd|caff|\.RMF|\.ra\xFD|Creative|OFR )/;

/** Frames of MPEG may begin after this much of something else, such as zeros that a tag has left. */
const JUNK_BYTES = 64 * 1024;

/** The kind of the file; `other` is sound that no browser plays. Undefined if it is not known to be sound. */
export async function kindOf(file: FileBytes): Promise<FileKind | "other" | undefined> {
  const start = await skipId3(file);
  const head = ascii(await file.at(start, 16));
  const known = BEGINNINGS.find(([, begins]) => begins.test(head));
  if (known) return known[0];
  if (OTHERS.test(head)) return "other";
  const frame = findFrame(await file.at(start, JUNK_BYTES), 0, false);
  return frame?.isAdts ? "aac" : frame && "mp3";
}

/** The kind of the file at `path` that browsers play, undefined if it is none. @throws Error if it cannot be opened */
export async function readKind(path: string): Promise<FileKind | undefined> {
  using bytes = await openBytes(path);
  const kind = await kindOf(bytes);
  return kind === "other" ? undefined : kind;
}
