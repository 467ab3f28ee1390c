// Reads the folder's new and changed files, one at a time (docs/library.md#reading-the-folder).
import { posix } from "node:path";
import type { Database } from "../../db/connection/client.ts";
import {
  type FileChanges,
  type KnownFile,
  knownSkipped,
  type KnownSong,
  knownSongs,
  type ReadSong,
  saveFiles,
  type SkippedFile,
} from "../../db/music/library.ts";
import type { Deps } from "../deps.ts";
import { type Found, type FoundFile, look } from "./folder.ts";
import { readFile } from "./read_file.ts";

interface Comparison {
  changes: FileChanges;
  /** Files that are new or changed, by their paths. */
  toRead: FoundFile[];
  /** No file is there, although there were songs. */
  isEmptied: boolean;
}

/** `isAnew`: files count as new that are known. */
export async function compare(
  db: Database,
  found: Found,
  { isAnew = false } = {},
): Promise<Comparison> {
  const changes: FileChanges = { moved: [], back: [], gone: [], covered: [], forgotten: [] };
  const toRead = new Map(found.files);
  const known = new Set<string>();
  const absent: KnownSong[] = [];
  for await (const song of knownSongs(db)) {
    known.add(song.path);
    const file = found.files.get(song.path);
    if (!file && !isUnknown(found, song.path)) absent.push(song);
    if (!file || file.why || !isUnchanged(file, song)) continue;
    if (!isAnew) toRead.delete(song.path);
    if (song.isMissing) changes.back.push(song.id);
    if (!song.hasCover && found.covered.has(folderOf(song.path))) changes.covered.push(song.id);
  }
  for await (const skipped of knownSkipped(db)) {
    const file = found.files.get(skipped.path);
    if (file && isUnchanged(file, skipped) && !isAnew) toRead.delete(file.path);
    else if (file ? !toRead.has(file.path) : !isUnknown(found, skipped.path)) {
      changes.forgotten.push(skipped.path);
    }
  }
  const added = [...toRead.values()].filter(({ path, why }) => !why && !known.has(path));
  const moves = pairMoves(absent, added);
  for (const [{ id, path: before }, { path, changedAt }] of moves) {
    changes.moved.push({ id, path, changedAt });
    // A song without tags is called as its file is, so a renamed file is read again.
    if (posix.basename(before) === posix.basename(path)) toRead.delete(path);
  }
  const there = absent.filter((song) => !song.isMissing);
  changes.gone = there.filter((song) => !moves.has(song)).map(({ id }) => id);
  return {
    changes,
    toRead: [...toRead.values()].sort((a, b) => a.path < b.path ? -1 : 1),
    isEmptied: found.files.size === 0 && there.length > 0,
  };
}

type Stamp = Pick<KnownFile, "size" | "modifiedAt" | "changedAt">;

/** Programs that mend tags keep a file's size and date, but not when it was changed. */
export function isUnchanged(a: Stamp, b: Stamp): boolean {
  return a.size === b.size && a.modifiedAt === b.modifiedAt && a.changedAt === b.changedAt;
}

/**
 * The songs that have only been moved: a new file has the size and the date of one that is not there any more. Among
 * several such, the name decides.
 */
function pairMoves(absent: KnownSong[], added: FoundFile[]): Map<KnownSong, FoundFile> {
  const key = ({ size, modifiedAt }: KnownFile) => `${size} ${modifiedAt}`;
  const files = Map.groupBy(added, key);
  const songs = Map.groupBy(absent, key);
  const moves = new Map<KnownSong, FoundFile>();
  for (const [same, candidates] of songs) {
    const free = new Set(files.get(same));
    const left = candidates.filter((song) => {
      const file = [...free].find(({ path }) => posix.basename(path) === posix.basename(song.path));
      if (file) moves.set(song, file);
      return !file || !free.delete(file);
    });
    if (left.length === 1 && free.size === 1) moves.set(left[0]!, [...free][0]!);
  }
  return moves;
}

/** Whether it could not be looked at, or is in a folder that cannot be read. */
function isUnknown({ unreadable }: Found, path: string): boolean {
  return unreadable.some((each) => path === each || path.startsWith(`${each}/`));
}

/** As `covered` names it: the folder itself is an empty text. */
function folderOf(path: string): string {
  const folder = posix.dirname(path);
  return folder === "." ? "" : folder;
}

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
function toSkipped(
  { path, size, modifiedAt, changedAt }: FoundFile,
  why: string,
): SkippedFile {
  return { path, size, modifiedAt: why === "unreadable" ? -1 : modifiedAt, changedAt, why };
}
