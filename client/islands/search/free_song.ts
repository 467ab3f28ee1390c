// A song that a guest names in words of their own, at a cafe whose source takes any title. Pure.
import type { SearchResult } from "../../../server/contract/music.ts";

/** The uri of every such song. The server tells them apart by title and artist. */
const FREE_URI = "manual:";

/** The song with these words, in the shape of a song that a search has found. */
export function freeSong(title: string, artist: string): SearchResult {
  return { id: `${FREE_URI}${title}\n${artist}`, uri: FREE_URI, title, artist, albumArt: "" };
}

/** Whether both are the same song. */
export function isSameSong(
  song: Pick<SearchResult, "uri" | "title" | "artist">,
  { uri, songTitle, artist }: { uri: string; songTitle: string; artist: string },
): boolean {
  return song.uri === uri &&
    (uri !== FREE_URI || song.title === songTitle && song.artist === artist);
}
