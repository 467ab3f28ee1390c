// The music of the demo cafe, once the library has read it.
import type { FoundSong } from "../contract/music.ts";
import type { Deps } from "../deps.ts";
import { LIBRARY_SOURCE } from "../library/song_uri.ts";
import type { MusicProvider } from "../music/provider.ts";
import type { SeedTune } from "./seed_own_tunes.ts";

/** Where the demo cafe's music comes from. */
export interface SeedMusic {
  source: MusicProvider;
  /** At least one. */
  songs: FoundSong[];
}

/** The tunes as a guest finds them. Undefined if the library could not read any. */
export async function findMusic(
  { music, search }: Pick<Deps, "music" | "search">,
  tunes: SeedTune[],
): Promise<SeedMusic | undefined> {
  const source = music.all.find(({ id }) => id === LIBRARY_SOURCE);
  if (!source) return;
  const found = await Promise.all(
    tunes.map(async ({ title, artist }) =>
      (await search(source, `${title} ${artist}`)).find((song) =>
        song.title === title && song.artist === artist
      )
    ),
  );
  const songs = found.filter((song) => song !== undefined);
  return songs.length > 0 ? { source, songs } : undefined;
}
