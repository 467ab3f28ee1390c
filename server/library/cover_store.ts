// The songs' covers: from their tags, or beside them; some are kept in memory (docs/library.md#covers).
import { join } from "node:path";
import { LRUCache } from "lru-cache";
import type { LibrarySongRow } from "../../db/library_songs.ts";
import { coversBeside } from "./covers_beside.ts";
import { insideFile, readInside } from "./open_file.ts";
import { embeddedPicture, MAX_PICTURE_BYTES, type Picture, toPicture } from "./picture.ts";
import { readTags } from "./tags.ts";

/** Of all pictures in memory together. */
const MAX_KEPT_BYTES = 20 * 1024 * 1024;

export interface CoverStore {
  /** The song's cover, undefined if it has none. */
  read(song: Pick<LibrarySongRow, "id" | "path">): Promise<Picture | undefined>;
  /** Songs have changed. */
  forget(): void;
}

export function createCoverStore(root: string): CoverStore {
  const kept = new LRUCache<number, Picture, string>({
    maxSize: MAX_KEPT_BYTES,
    sizeCalculation: ({ bytes }) => bytes.length,
    // Asked for several times at once, a cover is read once.
    fetchMethod: (_id, _stale, { context: path }) => readCover(root, path),
  });
  return {
    read: ({ id, path }) => kept.fetch(id, { context: path }),
    forget: () => kept.clear(),
  };
}

async function readCover(root: string, path: string): Promise<Picture | undefined> {
  return await readEmbedded(root, path) ?? await readBeside(root, path);
}

async function readEmbedded(root: string, path: string): Promise<Picture | undefined> {
  if (!await insideFile(root, path)) return;
  try {
    const { common } = await readTags(join(root, path), "cover");
    return embeddedPicture(common.picture);
  } catch {
    // The file has changed since it was read, or is missing.
    return;
  }
}

async function readBeside(root: string, path: string): Promise<Picture | undefined> {
  for (const name of coversBeside(path)) {
    const bytes = await readInside(root, name, MAX_PICTURE_BYTES);
    const picture = bytes && toPicture(bytes);
    if (picture) return picture;
  }
}
