// Reads a file's tags and how it is coded by the library music-metadata, within bounds of memory and time
// (docs/library.md#reading-the-folder). What the library cannot know is read by id3.ts, riff.ts and length/.
import type { IAudioMetadata } from "music-metadata";
import { BigTagsError, type FileBytes, MAX_PART } from "./file_bytes.ts";
import { type FileKind, mediaTypeOf } from "./file_kind.ts";
import { type Correction, readId3v2 } from "./id3.ts";
import { type Fragments, readFragments } from "./length/mp4.ts";
import type { SongTexts } from "./song_facts.ts";

/** What the library says of a file, and what it had to be told before. */
interface ReadTags {
  tags: IAudioMetadata;
  /** The texts of the ID3v2 tags before the sound. */
  id3: SongTexts;
  /** Of an MP4 file in fragments. */
  fragments: Fragments | undefined;
}

/** @throws BigTagsError; another Error if it is broken or cannot be opened, or once `signal` aborts */
export async function readTags(
  path: string,
  bytes: FileBytes,
  kind: FileKind,
  signal?: AbortSignal,
): Promise<ReadTags> {
  const { texts: id3, corrections } = await readId3v2(bytes);
  // The library gives up at a fragment that is not whole; what it is to read stands before the first.
  const fragments = kind === "mp4" ? await readFragments(bytes) : undefined;
  const tags = await parse(path, { kind, corrections, to: fragments?.from, signal });
  return { tags, id3, fragments };
}

interface Lead {
  /** By the file's first bytes: its name may lie. */
  kind: FileKind;
  /** Sizes that the library would misread. */
  corrections: Correction[];
  /** Where what it can read ends. */
  to: number | undefined;
  signal: AbortSignal | undefined;
}

/** Parts from here on are texts and pictures, which are kept until the file is read; smaller ones are mostly sound. */
const LARGE_PART = 256 * 1024;
/** How much of them may be kept: some pictures, each within its own bound. */
const MAX_PARTS = 2 * MAX_PART;

async function parse(path: string, { kind, corrections, to, signal }: Lead) {
  const [{ fromFile }, { parseFromTokenizer }] = await Promise.all([
    import("strtok3"),
    import("music-metadata"),
  ]);
  try {
    const tokenizer = await fromFile(path, {
      maxBufferSize: MAX_PART,
      regularFileOnly: true,
      abortSignal: signal,
      fileInfo: { mimeType: kind === "aac" ? "audio/mpeg" : mediaTypeOf(kind) },
    });
    if (to !== undefined) tokenizer.fileInfo.size = to;
    const read = tokenizer.readBuffer.bind(tokenizer);
    let largeBytes = 0;
    tokenizer.readBuffer = async (bytes, options) => {
      if (bytes.length >= LARGE_PART) largeBytes += bytes.length;
      if (largeBytes > MAX_PARTS) throw new BigTagsError("Its tags are too large together");
      const from = options?.position ?? tokenizer.position;
      const count = await read(bytes, options);
      if (corrections.length > 0) correct(bytes.subarray(0, count), from, corrections);
      return count;
    };
    try {
      return await parseFromTokenizer(tokenizer, { duration: false });
    } finally {
      await tokenizer.close();
    }
  } catch (error) {
    if (error instanceof Error && error.name === "BufferSizeError") {
      throw new BigTagsError("Its tags are too large", { cause: error });
    }
    throw error;
  }
}

function correct(bytes: Uint8Array, from: number, corrections: Correction[]): void {
  for (const { at, bytes: right } of corrections) {
    right.forEach((byte, i) => {
      const place = at + i - from;
      if (place >= 0 && place < bytes.length) bytes[place] = byte;
    });
  }
}
