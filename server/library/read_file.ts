// What a file of the folder is: a song with its facts, or no song for a reason (docs/library.md#reading-the-folder).
import type { IAudioMetadata } from "music-metadata";
import { join } from "node:path";
import type { ReadSong } from "../../db/music/library.ts";
import { foldNames } from "../fold.ts";
import { BigTagsError, bounds, type FileBytes, openBytes } from "./file_bytes.ts";
import { type FileKind, kindOf } from "./file_kind.ts";
import { type FoundFile, isPlayedByName, type SkipReason } from "./folder.ts";
import { readId3v1, skipId3 } from "./id3.ts";
import { flacSeconds } from "./length/flac.ts";
import { mpegSeconds } from "./length/mpeg.ts";
import { readOgg } from "./length/ogg.ts";
import { webmSeconds } from "./length/webm.ts";
import { embeddedPicture } from "./picture.ts";
import { readTags } from "./read_tags.ts";
import { readWave } from "./riff.ts";
import { commentTexts, nativeTexts, songFacts, type SongTexts } from "./song_facts.ts";

const MAX_SIZE = 500 * 1024 * 1024;
const MIN_SECONDS = 1;
const MIN_BIT_RATE = 8_000;
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
  const bounded = bounds(signal);
  try {
    const path = join(root, file.path);
    using bytes = await openBytes(path, bounded.signal);
    const kind = await kindOf(bytes);
    if (kind === "other") return { why: "format" };
    if (kind === undefined) return { why: isPlayedByName(file.path) ? "broken" : "format" };
    const sound = await readSound(path, bytes, kind, bounded.signal);
    const refused = refusal(sound, file.size);
    if (refused) return { why: refused };
    const facts = songFacts(file.path, sound.tags, sound.texts);
    return {
      song: {
        path: file.path,
        size: file.size,
        modifiedAt: file.modifiedAt,
        changedAt: file.changedAt,
        ...facts,
        durationMs: Math.round(sound.seconds! * 1_000),
        folded: foldNames(facts.title, facts.artist, facts.album),
        hasCover: isCovered || embeddedPicture(sound.tags.common.picture) !== undefined,
        shuffleKey: Math.floor(Math.random() * SHUFFLE_KEYS),
      },
    };
  } catch (error) {
    signal.throwIfAborted();
    return { why: failure(error) };
  } finally {
    bounded.end();
  }
}

function unreadWhy({ size }: FoundFile): SkipReason | undefined {
  if (size === 0) return "empty";
  if (size > MAX_SIZE) return "huge";
}

/** What was found in a file that may be a song. */
interface Sound {
  /** How its sound is coded; of a WAV file the number. */
  codec: string | undefined;
  kind: FileKind;
  /** As long as it plays. Undefined if nothing tells. */
  seconds: number | undefined;
  tags: IAudioMetadata;
  /** What its tags say, those first that are seldom wrong. */
  texts: SongTexts[];
}

async function readSound(
  path: string,
  bytes: FileBytes,
  kind: FileKind,
  signal: AbortSignal,
): Promise<Sound> {
  const { tags, id3, fragments } = await readTags(path, bytes, kind, signal);
  const start = await skipId3(bytes);
  const native = ["matroska", "APEv2", "vorbis", "iTunes"].map((each) => nativeTexts(each, tags));
  const found = { kind, tags, codec: codecOf(tags), seconds: tags.format.duration };
  const texts = [...native, id3, await readId3v1(bytes)];
  switch (kind) {
    case "mp3":
    case "aac":
      return { ...found, texts, seconds: await mpegSeconds(bytes, start) ?? found.seconds };
    case "flac":
      return { ...found, texts, seconds: found.seconds ?? await flacSeconds(bytes, start) };
    case "ogg": {
      const ogg = await readOgg(bytes);
      return { ...found, texts: [...texts, commentTexts(ogg.comments)], seconds: ogg.seconds };
    }
    case "mp4":
      return { ...found, texts, seconds: fragments ? fragments.seconds : found.seconds };
    case "wav": {
      const wave = await readWave(bytes);
      const seconds = found.seconds ?? wave.seconds;
      return { ...found, texts: [wave.id3, wave.info], codec: `${wave.coding}`, seconds };
    }
    case "webm":
      return { ...found, texts, seconds: found.seconds ?? await webmSeconds(bytes) };
  }
}

/** Of the first track with sound: the library names only the codings that it knows. */
function codecOf({ format }: IAudioMetadata): string | undefined {
  return format.codec ?? format.trackInfo.find(({ audio }) => audio)?.codecName;
}

/** The codings that Chromium and Firefox play, by the kind of file; of WAV their numbers. */
const PLAYED: Record<FileKind, RegExp> = {
  mp3: /layer 3$/i,
  aac: /aac/i,
  mp4: /aac|flac|opus|layer 3/i,
  flac: /flac/i,
  ogg: /vorbis|opus|flac/i,
  wav: /^[1367]$/,
  webm: /vorbis|opus/i,
};

/** Junk may look like sound, so a song needs all of these. */
function refusal({ kind, codec, seconds, tags }: Sound, size: number): SkipReason | undefined {
  if (!tags.format.container || !codec) return "broken";
  if (/alac/i.test(codec)) return "alac";
  const isMatroska = kind === "webm" && !/webm/i.test(tags.format.container);
  if (!PLAYED[kind].test(codec) || isMatroska) return "format";
  if (seconds === undefined || !Number.isFinite(seconds) || seconds === 0) return "broken";
  if (seconds < MIN_SECONDS) return "short";
  return size * 8 / seconds < MIN_BIT_RATE ? "broken" : undefined;
}

function failure(error: unknown): SkipReason {
  if (error instanceof BigTagsError) return "big_tags";
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return ["EACCES", "EPERM", "EIO"].includes(String(code)) ? "unreadable" : "broken";
}
