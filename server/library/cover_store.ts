// The songs' covers: from their tags, or beside them; some are kept in memory (docs/library.md#covers).
import { createHash } from "node:crypto";
import { join } from "node:path";
import { LRUCache } from "lru-cache";
import type { LibrarySongRow } from "../../db/music/library.ts";
import { coversBeside, insideFile, readInside } from "./folder.ts";
import { bounds, openBytes } from "./file_bytes.ts";
import { kindOf } from "./file_kind.ts";
import { embeddedPicture, MAX_PICTURE_BYTES, type Picture, toPicture } from "./picture.ts";
import { readTags } from "./read_tags.ts";

/** Of all pictures in memory together. */
const MAX_KEPT_BYTES = 20 * 1024 * 1024;
/** Each may take 5 MB, and anyone may ask for all of them at once. */
const READ_AT_ONCE = 2;

export interface Cover {
  type: string;
  bytes: Uint8Array<ArrayBuffer>;
  /** Identifies the picture: another picture has another. */
  etag: string;
}

export interface CoverStore {
  /** The song's cover, undefined if it has none. */
  read(song: Pick<LibrarySongRow, "id" | "path">): Promise<Cover | undefined>;
  /** Forgets what was kept, because songs have changed. */
  forget(): void;
}

export function createCoverStore(root: string): CoverStore {
  const inTurn = createTurns(READ_AT_ONCE);
  const kept = new LRUCache<number, Cover, string>({
    maxSize: MAX_KEPT_BYTES,
    sizeCalculation: ({ bytes }) => bytes.length,
    // A cover that is forgotten while it is read is answered, and not kept.
    ignoreFetchAbort: true,
    // Asked for several times at once, a cover is read once.
    fetchMethod: (_id, _stale, { context: path }) => inTurn(() => readCover(root, path)),
  });
  return {
    read: ({ id, path }) => kept.fetch(id, { context: path }),
    forget: () => kept.clear(),
  };
}

async function readCover(root: string, path: string): Promise<Cover | undefined> {
  const picture = await readEmbedded(root, path) ?? await readBeside(root, path);
  if (!picture) return;
  const bytes = withoutTheRest(picture.bytes);
  // Once for each reading: 5 MB take 5 ms.
  const hash = createHash("sha256").update(bytes).digest("base64url").slice(0, 22);
  return { type: picture.type, bytes, etag: `"${hash}"` };
}

/** A picture is a part of its tag: a copy, if much else would be kept with it. */
function withoutTheRest(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer } = bytes;
  return buffer instanceof ArrayBuffer && buffer.byteLength < 1.1 * bytes.length
    ? bytes as Uint8Array<ArrayBuffer>
    : bytes.slice();
}

/** Returns what runs work, so many at a time; the others wait. */
function createTurns(atOnce: number) {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running < atOnce) running++;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}

async function readEmbedded(root: string, path: string): Promise<Picture | undefined> {
  if (!await insideFile(root, path)) return;
  const { signal, end } = bounds();
  try {
    using bytes = await openBytes(join(root, path), signal);
    const kind = await kindOf(bytes);
    if (kind === undefined || kind === "other") return;
    const { tags } = await readTags(join(root, path), bytes, kind, signal);
    return embeddedPicture(tags.common.picture);
  } catch {
    // The file has changed since it was read, or is missing.
    return;
  } finally {
    end();
  }
}

async function readBeside(root: string, path: string): Promise<Picture | undefined> {
  for (const name of coversBeside(path)) {
    const bytes = await readInside(root, name, MAX_PICTURE_BYTES);
    const picture = bytes && toPicture(bytes);
    if (picture) return picture;
  }
}
