// /v1/search and /v1/tracks
import { Hono } from "hono";
import { findSong } from "./catalogue/songs.ts";
import type { DemoAccountOptions } from "./options.ts";
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
      const limit = whole(c.req.query("limit") ?? `${DEFAULT_RESULTS}`, 1, MAX_RESULTS, "limit");
      const offset = whole(c.req.query("offset") ?? "0", 0, MAX_OFFSET, "offset");
      const market = readMarket(c.req.query("market"));

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
      const id = c.req.param("id");
      if (!/^[0-9A-Za-z]{22}$/.test(id)) throw new SpotifyError(400, "Invalid base62 id");
      const market = readMarket(c.req.query("market"));
      const song = findSong(id);
      if (!song) throw new SpotifyError(404, "Resource not found");
      return c.json(toTrackObject(options, song, market));
    });
}

function whole(text: string, least: number, most: number, name: string): number {
  const number = /^\d{1,9}$/.test(text) ? Number(text) : NaN;
  if (!(number >= least && number <= most)) throw new SpotifyError(400, `Invalid ${name}`);
  return number;
}

function readMarket(market: string | undefined): string | undefined {
  if (market !== undefined && !/^[A-Z]{2}$/.test(market)) {
    throw new SpotifyError(400, "Invalid market code");
  }
  return market;
}
