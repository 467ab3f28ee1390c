// /v1/search, /v1/tracks and /v1/playlists
import { Hono } from "hono";
import { findPlaylist } from "./catalogue/playlists.ts";
import { findSong } from "./catalogue/songs.ts";
import type { DemoAccountOptions } from "./options.ts";
import { readId, readMarket, readWhole } from "./parameters.ts";
import { pickFields } from "./pick_fields.ts";
import { toPlaylistObject } from "./playlist_object.ts";
import { searchSongs } from "./search_songs.ts";
import { SpotifyError } from "./spotify_error.ts";
import { toTrackObject } from "./track_object.ts";

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
