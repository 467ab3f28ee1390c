// /covers/{id}.svg
import { Hono } from "hono";
import { findSong } from "../catalogue/songs.ts";
import { SpotifyError } from "../spotify_error.ts";
import { drawCover } from "./draw_cover.ts";

export function coverFiles() {
  return new Hono().get("/:file{[0-9A-Za-z]{22}\\.svg}", (c) => {
    const song = findSong(c.req.param("file").slice(0, -".svg".length));
    if (!song) throw new SpotifyError(404, "Resource not found");
    c.header("Content-Type", "image/svg+xml; charset=utf-8");
    c.header("Cache-Control", "public, max-age=31536000, immutable");
    c.header("Content-Security-Policy", "default-src 'none'; sandbox");
    c.header("X-Content-Type-Options", "nosniff");
    return c.body(drawCover(song));
  });
}
