// Searches the catalogue by the beginnings of words, ignoring case and accents, best match first.
import { fold } from "../../fold.ts";
import { rankSong } from "../../song_rank.ts";
import { SONGS } from "./catalogue/songs.ts";
import type { Song } from "./song.ts";

interface Entry {
  song: Song;
  title: string;
  artists: string;
  words: string[];
}

const INDEX: Entry[] = SONGS.map((song) => {
  const title = fold(song.title);
  const artists = fold(song.artists.join(" "));
  return { song, title, artists, words: `${title} ${artists} ${fold(song.album)}`.split(" ") };
});

/** The songs in which each word of `query` begins a word of title, artist or album, best match first. */
export function searchSongs(query: string): Song[] {
  const wanted = fold(query);
  if (wanted === "") return [];
  const tokens = wanted.split(" ");
  return INDEX
    .filter(({ words }) => tokens.every((token) => words.some((word) => word.startsWith(token))))
    .map((entry) => ({ song: entry.song, rank: rankSong(entry, wanted) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ song }) => song);
}
