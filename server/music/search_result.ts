// A song of a provider as it goes over the wire. Pure.
import type { FoundSong, SearchResult } from "../contract/music.ts";
import type { Song } from "./provider.ts";

/** Returns the song in the shape of the wire. */
export function toSearchResult({ id, title, artist, albumArt, uri }: SearchResult): SearchResult {
  return { id, title, artist, albumArt, uri };
}

/** Returns the song as the search of a cafe's own source shows it. */
export function toFoundSong(song: Song): FoundSong {
  const { durationMs, explicit } = song;
  return { ...toSearchResult(song), durationMs, explicit };
}
