// Lists the folder's audio files with their sizes and dates (docs/library.md#reading-the-folder).
import { join } from "node:path";
import { COVER_NAMES } from "./covers_beside.ts";
import { isAudio } from "./formats.ts";
import type { SkipReason } from "./skip_reasons.ts";

export interface FoundFile {
  /** Within the folder, with slashes. */
  path: string;
  size: number;
  /** In epoch ms. */
  modifiedAt: number;
  /** Present if it is no song for a reason that can be seen without reading it. */
  why?: SkipReason;
}

export interface Found {
  files: Map<string, FoundFile>;
  /** The folders that have a picture for all their songs. */
  covered: Set<string>;
  /** The folders below that cannot be read: nothing is known of their files. */
  unreadable: string[];
}

/** @throws Error if the folder itself cannot be read */
export async function walk(root: string, signal: AbortSignal): Promise<Found> {
  const found: Found = { files: new Map(), covered: new Set(), unreadable: [] };
  const folders = [""];
  for (let folder; (folder = folders.pop()) !== undefined;) {
    try {
      for await (const entry of Deno.readDir(join(root, folder))) {
        signal.throwIfAborted();
        const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
        if (entry.isDirectory && !entry.name.startsWith(".")) folders.push(path);
        else if (entry.isFile && COVER_NAMES.includes(entry.name)) found.covered.add(folder);
        else if (await isListed(root, path, entry)) {
          const file = await look(root, path);
          if (file) found.files.set(path, file);
        }
      }
    } catch (error) {
      signal.throwIfAborted();
      if (folder === "") throw error;
      found.unreadable.push(folder);
    }
  }
  return found;
}

/** What is at `path` now, undefined if nothing is. */
export async function look(root: string, path: string): Promise<FoundFile | undefined> {
  try {
    const { size, mtime, isSymlink } = await Deno.lstat(join(root, path));
    const isHidden = /(^|\/)\.[^/]*$/.test(path);
    const why = isSymlink ? "link" : isHidden ? "hidden" : undefined;
    return { path, size, modifiedAt: mtime?.getTime() ?? 0, ...why && { why } };
  } catch {
    // A name in an encoding other than UTF-8 is listed with these characters, and cannot be opened by them.
    return path.includes("\uFFFD") ? { path, size: 0, modifiedAt: 0, why: "name" } : undefined;
  }
}

/** Whether it is audio by its name, or a link to a folder. Other files, devices and pipes are left out. */
async function isListed(root: string, path: string, entry: Deno.DirEntry): Promise<boolean> {
  if (isAudio(path)) return entry.isFile || entry.isSymlink;
  if (!entry.isSymlink) return false;
  const target = await Deno.stat(join(root, path)).catch(() => undefined);
  return target?.isDirectory === true;
}
