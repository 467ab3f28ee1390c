// Where the cafe's own files are (docs/library.md#the-folder).
import { join } from "node:path";
import type { Config } from "../config.ts";

export interface MusicFolder {
  path: string;
  /** Whether MUSIC_DIR names it, or it has been there at some time since the start. */
  readonly isSetUp: boolean;
}

export function musicFolder(
  { musicDir, dataDir }: Pick<Config, "musicDir" | "dataDir">,
): MusicFolder {
  const path = musicDir ?? join(dataDir, "music");
  let isSetUp = musicDir !== undefined;
  return {
    path,
    get isSetUp() {
      return isSetUp ||= isFolder(path);
    },
  };
}

function isFolder(path: string): boolean {
  try {
    return Deno.statSync(path).isDirectory;
  } catch {
    return false;
  }
}
