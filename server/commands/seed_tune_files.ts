// Writes tunes into the music folder of a machine that has none of its own.
import { join } from "node:path";
import type { Database } from "../../db/client.ts";
import type { Config } from "../config.ts";
import type { Deps } from "../deps.ts";
import { musicFolder } from "../library/music_folder.ts";
import type { SeedTune } from "./seed_own_tunes.ts";

/**
 * Whether tunes would be heard: not with a folder of the cafe's own, to which nothing is added, nor with a remote database,
 * whose instances have other folders.
 */
export function canMakeMusic(
  { config, db }: { config: Pick<Config, "musicDir">; db: Pick<Database, "remote"> },
): boolean {
  return config.musicDir === undefined && !db.remote;
}

/** Writes those files that are missing, and lets the library read them. `note` hears how many and where. */
export async function makeMusic(
  { config, library }: Pick<Deps, "config" | "library">,
  tunes: SeedTune[],
  note: (line: string) => void,
): Promise<void> {
  const { path: folder } = musicFolder(config);
  await Deno.mkdir(folder, { recursive: true });
  const missing = tunes.filter(({ fileName }) => !isThere(join(folder, fileName)));
  if (missing.length > 0) {
    const count = `${missing.length} of ${tunes.length}`;
    note(`Making ${count} tunes in ${folder}, which takes some seconds...`);
  }
  for (const { fileName, file } of missing) await writeWhole(folder, fileName, file());
  await library.readNow();
}

/** Under another name first, so that a library never reads a part of it. One that is there meanwhile stays. */
async function writeWhole(folder: string, name: string, bytes: Uint8Array): Promise<void> {
  const temporary = await Deno.makeTempFile({ dir: folder, prefix: ".", suffix: ".part" });
  try {
    await Deno.writeFile(temporary, bytes);
    await Deno.link(temporary, join(folder, name));
  } catch (error) {
    if (!(error instanceof Deno.errors.AlreadyExists)) throw error;
  } finally {
    await Deno.remove(temporary);
  }
}

function isThere(path: string): boolean {
  try {
    Deno.lstatSync(path);
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}
