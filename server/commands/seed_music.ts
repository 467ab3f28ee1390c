// The music of the demo cafe, once the library has read it.
import { join } from "node:path";
import type { Database } from "../../db/connection/client.ts";
import type { Config } from "../config.ts";
import type { FoundSong } from "../contract/music.ts";
import type { Deps } from "../deps.ts";
import { musicFolder } from "../library/folder.ts";
import { LIBRARY_SOURCE } from "../library/song_uri.ts";
import type { MusicProvider } from "../music/provider.ts";

export interface SeedTune {
  title: string;
  artist: string;
  /** The name that its file gets in the folder. */
  fileName: string;
  read(): Promise<Uint8Array>;
}

/** The project's own tunes, which came with it. How they were made: docs/running.md#demo-cafe. */
const FILES = join(import.meta.dirname!, "seed_tunes");
const OWN: [file: string, artist: string, title: string][] = [
  ["sabah_cayi.mp3", "Sıradaki Orkestrası", "Sabah Çayı"],
  ["vapur_dudugu.mp3", "Sıradaki Orkestrası", "Vapur Düdüğü"],
  ["yagmurda_tramvay.mp3", "Islak Şemsiye Üçlüsü", "Yağmurda Tramvay"],
  ["kedi_uykusu.mp3", "Kedili Pencere", "Kedi Uykusu"],
  ["son_dolmus.mp3", "Islak Şemsiye Üçlüsü", "Son Dolmuş"],
  ["incir_golgesi.mp3", "Kedili Pencere", "İncir Gölgesi"],
];

/** Artists and titles are those of the files' tags. */
export const OWN_TUNES: readonly SeedTune[] = OWN.map(([file, artist, title]) => ({
  title,
  artist,
  fileName: `${artist} - ${title}.mp3`,
  read: () => Deno.readFile(join(FILES, file)),
}));

/** Where the demo cafe's music comes from. */
export interface SeedMusic {
  source: MusicProvider;
  /** The songs to seed, of which there is at least one. */
  songs: FoundSong[];
}

/** The tunes as a guest finds them. Undefined if the library could not read any. */
export async function findMusic(
  { music, search }: Pick<Deps, "music" | "search">,
  tunes: readonly SeedTune[],
): Promise<SeedMusic | undefined> {
  const source = music.all.find(({ id }) => id === LIBRARY_SOURCE);
  if (!source) return;
  const found = await Promise.all(
    tunes.map(async ({ title, artist }) =>
      (await search(source, `${title} ${artist}`)).songs.find((song) =>
        song.title === title && song.artist === artist
      )
    ),
  );
  const songs = found.filter((song) => song !== undefined);
  return songs.length > 0 ? { source, songs } : undefined;
}

// Copies tunes into the music folder of a machine that has none of its own.

/**
 * Whether tunes would be heard: not with a folder of the cafe's own, to which nothing is added, nor with a remote database,
 * whose instances have other folders.
 */
export function canAddMusic(
  { config, db }: { config: Pick<Config, "musicDir">; db: Pick<Database, "remote"> },
): boolean {
  return config.musicDir === undefined && !db.remote;
}

/** Writes those files that are missing, and lets the library read them. `note` hears how many and where. */
export async function addMusic(
  { config, library }: Pick<Deps, "config" | "library">,
  tunes: readonly SeedTune[],
  note: (line: string) => void,
): Promise<void> {
  const { path: folder } = musicFolder(config);
  await Deno.mkdir(folder, { recursive: true });
  const missing = tunes.filter(({ fileName }) => !isThere(join(folder, fileName)));
  if (missing.length > 0) note(`Copying ${missing.length} of ${tunes.length} tunes to ${folder}.`);
  for (const { fileName, read } of missing) await writeWhole(folder, fileName, await read());
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
