// Which songs of a source are one song, for requests, lists and screens (docs/music.md#the-same-song). Pure.
import { foldName } from "./fold.ts";

/**
 * The same text for two descriptions of one song of a source: its uri, or in free words, which have one uri for all songs,
 * the words (docs/manual.md#requests). Unlike the key of the rules of the house (server/house/song_key.ts) it tells
 * recordings apart.
 */
export function songOf(song: { uri: string; title: string; artist: string }): string {
  return song.uri.endsWith(":") ? song.uri + wordsOf(song) : song.uri;
}

/** The same of a request. */
export function requestedSong(
  { uri, songTitle, artist }: { uri: string; songTitle: string; artist: string },
): string {
  return songOf({ uri, title: songTitle, artist });
}

/** The same text for title and artist that differ in nothing but accents, case and signs: for songs without a uri. */
export function wordsOf({ title, artist }: { title: string; artist: string }): string {
  return JSON.stringify([foldName(title), foldName(artist)]);
}
