// /v1/search, /v1/tracks and /v1/playlists
import { Hono } from "hono";
import { fold, rankSong } from "../../fold.ts";
import { findPlaylist, findSong, SONGS } from "./catalogue.ts";
import { toPlaylistObject, toTrackObject } from "./objects.ts";
import type { DemoAccountOptions } from "./players.ts";
import { pickFields, readId, readMarket, readWhole, SpotifyError } from "./parameters.ts";
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

const MAX_RESULTS = 10;
const DEFAULT_RESULTS = 5;
const MAX_OFFSET = 1000;

export function catalogueCalls(options: DemoAccountOptions) {
  return new Hono()
    .get("/search", (c) => {
      const query = c.req.query("q")?.trim();
      if (!query) throw new SpotifyError(400, "No search query");
      const type = c.req.query("type");
      if (type === undefined) throw new SpotifyError(400, "Missing parameter type");
      if (type !== "track") throw new SpotifyError(400, `Bad search type field ${type}`);
      const limit = readWhole(c, "limit", [1, MAX_RESULTS], DEFAULT_RESULTS);
      const offset = readWhole(c, "offset", [0, MAX_OFFSET], 0);
      const market = readMarket(c);

      const found = searchSongs(query);
      const page = (from: number) =>
        `${options.publicUrl}/v1/search?${new URLSearchParams({
          q: query,
          type,
          limit: `${limit}`,
          offset: `${from}`,
          ...(market && { market }),
        })}`;
      return c.json({
        tracks: {
          href: page(offset),
          items: found.slice(offset, offset + limit)
            .map((song) => toTrackObject(options, song, market)),
          limit,
          offset,
          total: found.length,
          next: offset + limit < found.length ? page(offset + limit) : null,
          previous: offset > 0 ? page(Math.max(0, offset - limit)) : null,
        },
      });
    })
    .get("/tracks/:id", (c) => {
      const song = findSong(readId(c));
      const market = readMarket(c);
      if (!song) throw new SpotifyError(404, "Resource not found");
      return c.json(toTrackObject(options, song, market));
    })
    .get("/playlists/:id", (c) => {
      const playlist = findPlaylist(readId(c));
      const market = readMarket(c);
      if (!playlist) throw new SpotifyError(404, "Resource not found");
      return c.json(
        pickFields(toPlaylistObject(options, playlist, market), c.req.query("fields")),
      );
    });
}
