// What becomes of the files of an account that is deleted: no later cafe hears them (docs/accounts.md#own-files).
import { join, resolve } from "node:path";
import type { Config } from "../config.ts";
import type { MusicFolder } from "./folder.ts";

/** Where they are put away, in the data folder, beside the folder of music. No reading looks into it. */
const PUT_AWAY = "removed-music";

/**
 * Where the files of the cafe that the folder belongs to are moved, null if they stay: into a folder that is not our own we
 * do not write, and from one that other cafes may use too we take nothing.
 */
export function putAwayFolder(
  { dataDir, musicCafes }: Pick<Config, "dataDir" | "musicCafes">,
  { isOwn }: MusicFolder,
): string | null {
  const isShared = musicCafes === "all" || musicCafes.length > 0;
  return isOwn && !isShared ? resolve(join(dataDir, PUT_AWAY)) : null;
}

/**
 * Moves the folder to `name` in `to`, and makes an empty one in its place. Returns where it is now. Synchronous, so that no
 * file is read or added in between. @throws Deno.errors if it cannot be moved
 */
export function putAway(folder: MusicFolder, to: string, name: string): string {
  const path = join(to, name);
  Deno.mkdirSync(to, { recursive: true, mode: 0o700 });
  Deno.renameSync(folder.path, path);
  folder.make();
  return path;
}
