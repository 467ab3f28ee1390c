// A song of a provider as it goes over the wire. Pure.
import type { SearchResult } from "../contract/music.ts";
import type { Song } from "./provider.ts";

/** Returns the song in the shape of the wire. */
export function toSearchResult({ id, title, artist, albumArt, uri }: Song): SearchResult {
  return { id, title, artist, albumArt, uri };
}
