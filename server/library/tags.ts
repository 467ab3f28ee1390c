// Reads a file's tags, within bounds of memory and time (docs/library.md#reading-the-folder).
import type { IAudioMetadata } from "music-metadata";

/** The largest part of a file that is held in memory: its tags, or a picture in them. */
const MAX_PART = 16 * 1024 * 1024;
/** Tags take some ms; the length of a file without a header takes a second. */
const MAX_MS = 30_000;

/** What of a file's tags is read. */
export type Part = "song" | "cover";

/** Its tags are larger than 16 MB. */
export class BigTagsError extends Error {
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
