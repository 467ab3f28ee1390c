// What a file says of its song: tags, title, artist, length and picture (docs/library.md).
import type { IAudioMetadata, IPicture } from "music-metadata";
import { join } from "node:path";
import type { ReadSong } from "../../db/library.ts";
import { fold } from "../fold.ts";
import { type FoundFile, mediaTypeOf, type SkipReason } from "./folder.ts";

// Pictures that may be shown as covers (docs/library.md#covers). Pure.

export interface Picture {
  type: string;
  bytes: Uint8Array;
}

export const MAX_PICTURE_BYTES = 5 * 1024 * 1024;

/** By their first bytes, because what a tag says of its picture may be wrong. */
const KINDS: [type: string, begins: RegExp][] = [
  ["image/jpeg", /^\xFF\xD8\xFF/],
  ["image/png", /^\x89PNG\r\n/],
  ["image/webp", /^RIFF[^]{4}WEBP/],
];

/** The picture, undefined if it is of another kind or larger than 5 MB. */
export function toPicture(bytes: Uint8Array): Picture | undefined {
  if (bytes.length > MAX_PICTURE_BYTES) return;
  const head = String.fromCharCode(...bytes.subarray(0, 12));
  const kind = KINDS.find(([, begins]) => begins.test(head));
  return kind && { type: kind[0], bytes };
}

/** The picture in a file's tags: its front cover, else the first one that may be shown. */
export function embeddedPicture(pictures: IPicture[] = []): Picture | undefined {
  const isFront = ({ type = "" }: IPicture) => /front/i.test(type);
  const ordered = [...pictures.filter(isFront), ...pictures.filter((each) => !isFront(each))];
  for (const { data } of ordered) {
    const picture = toPicture(data);
    if (picture) return picture;
  }
}

// Titles and names as they are shown, from tags that anyone may have written (docs/library.md#tags). Pure.

/** As many as a request's title may have. */
const MAX_LENGTH = 300;

/** Six letters of Turkish that Windows wrote into ID3 tags, and what they are read as without their code page. */
const TURKISH: Record<string, string> = { Ý: "İ", Ð: "Ğ", Þ: "Ş", ý: "ı", ð: "ğ", þ: "ş" };

/** Cuts, and takes out what is not shown: control characters, marks of direction, halves of pairs. */
export function cleanText(text: string | undefined): string {
  return (text ?? "").slice(0, 4 * MAX_LENGTH).toWellFormed()
    .replace(/[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF\uFFFD]/g, "")
    .replace(/[\s\p{Cc}]+/gu, " ").trim()
    .slice(0, MAX_LENGTH).replace(/[\uD800-\uDBFF]$/, "").trim();
}

/**
 * Returns what an ID3 tag in Windows' Turkish code page says, if that code page was taken for Latin-1. Icelandic has
 * the same letters; the accents beside them tell it.
 */
export function repairTurkish(text: string): string {
  if (/[^\0-\xFF]/.test(text) || /[áéíóúæ]/i.test(text)) return text;
  return text.replace(/[ÝÐÞýðþ]/g, (letter) => TURKISH[letter]!);
}

/** What a file's path says of a song without tags. */
export function fromPath(path: string): { title: string; artist: string; album: string } {
  const folders = path.split("/");
  const name = folders.pop()!.replace(/\.\w+$/, "").replaceAll("_", " ");
  const parts = withoutNumber(name).split(/\s+[-–]\s+/);
  const title = parts.length > 1 ? parts.slice(1).join(" - ") : parts[0]!;
  const [album = "", artist = album] = folders.reverse();
  return {
    title: title || name,
    artist: parts.length > 1 ? parts[0]! : artist,
    album: folders.length > 1 || parts.length > 1 ? album : "",
  };
}

/** Takes the track's number off: '03 Gülümse', '3. Gülümse' and '1-03 - Gülümse', but not '99 Luftballons'. */
function withoutNumber(name: string): string {
  return name.trim().replace(/^(?:\d{1,2}-)?(?:\d{1,3}\s*[-–.)]\s*|0\d{1,2}\s+)(?=\S)/, "");
}

// What a file's tags say of a song (docs/library.md#tags). Pure.

/** Of a song that does not say how loud it is: most are this much louder than those that do. */
const UNTAGGED_GAIN_DB = -6;
const MIN_GAIN_DB = -24;
const MAX_GAIN_DB = 6;
/** R128 aims at -23 LUFS, ReplayGain at -18. */
const R128_TO_REPLAY_GAIN_DB = 5;

interface SongFacts {
  title: string;
  artist: string;
  album: string;
  durationMs: number;
  isExplicit: boolean;
  /** By how much to change its loudness, in dB. */
  gainDb: number;
  /** The recording's code (ISO 3901), empty without one. */
  isrc: string;
}

/** With or without hyphens. */
const ISRC = /^[A-Z]{2}-?[A-Z0-9]{3}-?\d{2}-?\d{5}$/i;

/** The facts of the song at `path` within the folder. */
export function songFacts(path: string, tags: IAudioMetadata): SongFacts {
  const { common, format } = tags;
  const types = Object.keys(tags.native).filter((type) => tags.native[type]!.length > 0);
  const isId3 = types.length > 0 && types.every((type) => type.startsWith("ID3"));
  const text = (tag?: string) => cleanText(isId3 ? repairTurkish(tag ?? "") : tag);
  const named = fromPath(path);
  return {
    title: text(common.title) || cleanText(named.title),
    artist: text(common.artist) || text(common.albumartist) || cleanText(named.artist) ||
      "Bilinmeyen sanatçı",
    album: text(common.album) || cleanText(named.album),
    durationMs: Math.round((format.duration ?? 0) * 1000),
    isExplicit: nativeTags(tags, /^rtng$|ITUNESADVISORY$/i).some((value) => /^[14]$/.test(value)),
    gainDb: gainOf(tags),
    isrc: (common.isrc ?? []).map((code) => code.trim()).find((code) => ISRC.test(code))
      ?.replaceAll("-", "").toUpperCase() ?? "",
  };
}

/** Never so much that the song's loudest moment is distorted. */
function gainOf(tags: IAudioMetadata): number {
  const { replaygain_track_gain: gain, replaygain_track_peak: peak } = tags.common;
  const [r128] = nativeTags(tags, /^R128_TRACK_GAIN$/i).map(Number).filter(Number.isFinite);
  const wanted = gain?.dB ?? (r128 === undefined ? undefined : r128 / 256 + R128_TO_REPLAY_GAIN_DB);
  if (wanted === undefined || !Number.isFinite(wanted)) return UNTAGGED_GAIN_DB;
  const headroom = peak && peak.ratio > 0 ? -20 * Math.log10(peak.ratio) : MAX_GAIN_DB;
  const bounded = Math.min(Math.max(Math.min(wanted, headroom), MIN_GAIN_DB), MAX_GAIN_DB);
  return Math.round(bounded * 100) / 100;
}

/** The values of the tags whose names match, of any kind of tag. */
function nativeTags({ native }: IAudioMetadata, name: RegExp): string[] {
  return Object.values(native).flat().filter(({ id }) => name.test(id))
    .map(({ value }) => String(value));
}

// Reads a file's tags, within bounds of memory and time (docs/library.md#reading-the-folder).

/** The largest part of a file that is held in memory: its tags, or a picture in them. */
const MAX_PART = 16 * 1024 * 1024;
/** Tags take some ms; the length of a file without a header takes a second. */
const MAX_MS = 30_000;

/** What of a file's tags is read. */
type Part = "song" | "cover";

/** Its tags are larger than 16 MB. */
class BigTagsError extends Error {
  override name = "BigTagsError";
}

/**
 * Reads the tags of the file at `path`, and its duration for a song.
 * @throws BigTagsError; another Error if it is broken or cannot be opened, or once `signal` aborts
 */
export async function readTags(
  path: string,
  part: Part,
  signal?: AbortSignal,
): Promise<IAudioMetadata> {
  const [{ fromFile }, { parseFromTokenizer }] = await Promise.all([
    import("strtok3"),
    import("music-metadata"),
  ]);
  const bounds = new AbortController();
  const timer = setTimeout(() => bounds.abort(new Error("Its tags took too long")), MAX_MS);
  const abortSignal = signal ? AbortSignal.any([signal, bounds.signal]) : bounds.signal;
  try {
    const tokenizer = await fromFile(path, {
      maxBufferSize: MAX_PART,
      regularFileOnly: true,
      abortSignal,
    });
    try {
      return await parseFromTokenizer(tokenizer, { duration: part === "song" });
    } finally {
      await tokenizer.close();
    }
  } catch (error) {
    if (error instanceof Error && error.name === "BufferSizeError") {
      throw new BigTagsError("Its tags are too large", { cause: error });
    }
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

const MAX_SIZE = 500 * 1024 * 1024;
const MIN_SECONDS = 1;
const MIN_BIT_RATE = 8_000;
/** Codecs in files of types that browsers play, which they do not play. */
const UNPLAYABLE_CODEC = /ac-?3|drm|speex/i;
/** Large enough that two songs hardly share one, and small enough for a number of JavaScript. */
const SHUFFLE_KEYS = 2 ** 40;

/** `isCovered`: there is a picture beside it. @throws once `signal` aborts */
export async function readFile(
  root: string,
  file: FoundFile,
  { isCovered, signal }: { isCovered: boolean; signal: AbortSignal },
): Promise<{ song: ReadSong } | { why: SkipReason }> {
  const why = file.why ?? unreadWhy(file);
  if (why) return { why };
  try {
    const tags = await readTags(join(root, file.path), "song", signal);
    const refused = refusal(tags, file.size);
    if (refused) return { why: refused };
    const facts = songFacts(file.path, tags);
    return {
      song: {
        path: file.path,
        size: file.size,
        modifiedAt: file.modifiedAt,
        ...facts,
        folded: fold(`${facts.title} ${facts.artist} ${facts.album}`),
        hasCover: isCovered || embeddedPicture(tags.common.picture) !== undefined,
        shuffleKey: Math.floor(Math.random() * SHUFFLE_KEYS),
      },
    };
  } catch (error) {
    signal.throwIfAborted();
    return { why: failure(error) };
  }
}

function unreadWhy({ path, size }: FoundFile): SkipReason | undefined {
  if (mediaTypeOf(path) === undefined) return "format";
  if (size === 0) return "empty";
  if (size > MAX_SIZE) return "huge";
}

/** Junk seldom makes the parser fail, so a song needs all of these. */
function refusal({ format }: IAudioMetadata, size: number): SkipReason | undefined {
  const { container, codec, duration } = format;
  if (!container || !codec) return "broken";
  if (/alac/i.test(codec)) return "alac";
  if (UNPLAYABLE_CODEC.test(codec)) return "format";
  if (duration === undefined || !Number.isFinite(duration) || duration === 0) return "broken";
  if (duration < MIN_SECONDS) return "short";
  const bitRate = format.bitrate ?? size * 8 / duration;
  return bitRate < MIN_BIT_RATE ? "broken" : undefined;
}

function failure(error: unknown): SkipReason {
  if (error instanceof BigTagsError) return "big_tags";
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return ["EACCES", "EPERM", "EIO"].includes(String(code)) ? "unreadable" : "broken";
}
