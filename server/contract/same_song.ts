// Which requests are for one song. Pure.
import { fold } from "./fold.ts";

/**
 * The same text for two requests of one song: its uri, or in free words, which have one uri for all songs, the folded words
 * (docs/manual.md#requests).
 */
export function songOf(
  { uri, songTitle, artist }: { uri: string; songTitle: string; artist: string },
): string {
  return uri.endsWith(":") ? JSON.stringify([uri, fold(songTitle), fold(artist)]) : uri;
}
