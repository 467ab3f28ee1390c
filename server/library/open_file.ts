// Opens files of the folder, and none outside of it (docs/library.md#the-folder).
import { join, sep } from "node:path";
import { mediaTypeOf } from "./folder.ts";

/** An open file, which the caller closes. */
export interface OpenSong {
  file: Deno.FsFile;
  size: number;
  /** In epoch ms. */
  modifiedAt: number;
  /** Its media type. */
  type: string;
}

/** Opens the song's file at `path` within `root`, undefined if it is missing or leads out of the folder. */
export async function openSong(root: string, path: string): Promise<OpenSong | undefined> {
  const type = mediaTypeOf(path);
  const inside = type && await insideFile(root, path);
  if (!inside) return;
  try {
    const file = await Deno.open(inside.path);
    return { file, size: inside.size, modifiedAt: inside.modifiedAt, type };
  } catch {
    return;
  }
}

/**
 * The file at `path` within `root`, undefined if there is none, it is larger than `max`, or it leads out of the folder.
 */
export async function readInside(
  root: string,
  path: string,
  max: number,
): Promise<Uint8Array | undefined> {
  const inside = await insideFile(root, path);
  if (!inside || inside.size > max) return;
  return await Deno.readFile(inside.path).catch(() => undefined);
}

/**
 * Looks the file up. Deno follows links that lead out of the folders that it may read, so the real paths are compared.
 * The file is asked for by its path here, and not by its real one or its handle, which Deno refuses if `root` is a
 * link.
 */
export async function insideFile(
  root: string,
  path: string,
): Promise<{ path: string; size: number; modifiedAt: number } | undefined> {
  const asked = join(root, path);
  try {
    const [realRoot, real] = await Promise.all([Deno.realPath(root), Deno.realPath(asked)]);
    if (!real.startsWith(realRoot.endsWith(sep) ? realRoot : realRoot + sep)) return;
    const { isFile, size, mtime } = await Deno.stat(asked);
    return isFile ? { path: asked, size, modifiedAt: mtime?.getTime() ?? 0 } : undefined;
  } catch {
    return;
  }
}
