// A song of the cafe's own files that was read already.
import { join } from "node:path";
import { saveFiles } from "../../../db/library.ts";
import type { Deps } from "../../../server/deps.ts";
import { mp3, png } from "./audio_files.ts";

/** Puts a song with a cover into `music` of the data folder, which every cafe may use then, and returns its id. */
export async function addLibrarySong(
  { config, db, library, now }: Pick<Deps, "config" | "db" | "library" | "now">,
  { title = "Gülümse", artist = "Sezen Aksu", folded = "gulumse sezen aksu" } = {},
): Promise<number> {
  config.musicCafes = "all";
  const folder = join(config.dataDir, "music");
  await Deno.mkdir(folder, { recursive: true });
  const path = `${folded}.mp3`;
  const bytes = mp3({ id3: { texts: { TIT2: title, TPE1: artist }, pictures: [[3, png()]] } });
  await Deno.writeFile(join(folder, path), bytes);
  const { mtime } = await Deno.stat(join(folder, path));
  const song = {
    ...{ path, title, artist, folded },
    size: bytes.length,
    modifiedAt: mtime!.getTime(),
    album: "",
    durationMs: 200_000,
    isExplicit: false,
    hasCover: true,
    gainDb: -6,
    shuffleKey: 1,
    isrc: "",
  };
  await saveFiles(db, { songs: [song], skipped: [] }, now());
  const [found] = await library.search(folded, 1);
  return found!.id;
}
