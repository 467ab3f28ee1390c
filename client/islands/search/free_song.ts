// A song that a guest names in words of their own, at a cafe whose source takes any title. Pure.
import type { SearchResult } from "../../../server/contract/music.ts";
import { songOf } from "../../../server/contract/same_song.ts";

/** The uri of every such song. The server tells them apart by title and artist. */
const FREE_URI = "manual:";

/** The song with these words, in the shape of a song that a search has found. */
export function freeSong(title: string, artist: string): SearchResult {
  return { id: `${FREE_URI}${title}\n${artist}`, uri: FREE_URI, title, artist, albumArt: "" };
}

/** Whether both are the same song. */
export function isSameSong(
  { uri, title, artist }: Pick<SearchResult, "uri" | "title" | "artist">,
  request: { uri: string; songTitle: string; artist: string },
): boolean {
  return uri === request.uri && songOf({ uri, songTitle: title, artist }) === songOf(request);
}
