// Reads one file of the folder: a song, or the reason why it is none (docs/library.md#skipped-files).
import { join } from "node:path";
import type { IAudioMetadata } from "music-metadata";
import type { ReadSong } from "../../db/library_files.ts";
import { fold } from "../fold.ts";
import { mediaTypeOf } from "./formats.ts";
import { embeddedPicture } from "./picture.ts";
import type { SkipReason } from "./skip_reasons.ts";
import { songFacts } from "./song_facts.ts";
import { BigTagsError, readTags } from "./tags.ts";
import type { FoundFile } from "./walk.ts";

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
