// Reads the folder's new and changed files, one at a time (docs/library.md#reading-the-folder).
import { type ReadSong, saveFiles, type SkippedFile } from "../../db/library_files.ts";
import type { Deps } from "../deps.ts";
import { folderOf, isUnchanged } from "./compare.ts";
import { readFile } from "./read_file.ts";
import { type FoundFile, look } from "./walk.ts";

/** Files in one commit: a restart reads at most so many again. */
const BATCH = 50;

interface ReadParts extends Pick<Deps, "db" | "now"> {
  root: string;
  /** The folders that have a picture for all their songs. */
  covered: Set<string>;
  /** Aborts when no more is to be read. What was read is committed. */
  signal: AbortSignal;
  /** Called after each commit. */
  changed: () => void;
}

/** Reads those that are still as they were found; others wait for a later look. `advance` is called for each. */
export async function readFiles(
  { db, now, root, covered, signal, changed }: ReadParts,
  files: FoundFile[],
  advance: () => void,
): Promise<void> {
  let batch: { songs: ReadSong[]; skipped: SkippedFile[] } = { songs: [], skipped: [] };
  const save = async () => {
    const { songs, skipped } = batch;
    if (songs.length + skipped.length === 0) return;
    batch = { songs: [], skipped: [] };
    await saveFiles(db, { songs, skipped }, now());
    changed();
  };
  try {
    for (const file of files) {
      signal.throwIfAborted();
      await readOne(file);
      advance();
      if (batch.songs.length + batch.skipped.length >= BATCH) await save();
    }
  } finally {
    await save();
  }

  async function readOne(file: FoundFile): Promise<void> {
    if (!await isAsFound(file)) return;
    const isCovered = covered.has(folderOf(file.path));
    const result = await readFile(root, file, { isCovered, signal });
    // It may have changed, or its disk may have gone, while it was read.
    if (!await isAsFound(file)) return;
    if ("song" in result) batch.songs.push(result.song);
    else batch.skipped.push(toSkipped(file, result.why));
  }

  async function isAsFound(file: FoundFile): Promise<boolean> {
    const present = await look(root, file.path);
    return present !== undefined && isUnchanged(present, file);
  }
}

/** A file that may not be read is tried again at each look: being allowed to changes neither its size nor its date. */
function toSkipped({ path, size, modifiedAt }: FoundFile, why: string): SkippedFile {
  return { path, size, modifiedAt: why === "unreadable" ? -1 : modifiedAt, why };
}
