// The body of PUT /v1/me/player/play.
import { z } from "zod";
import { findPlaylist } from "./catalogue/playlists.ts";
import { findSong } from "./catalogue/songs.ts";
import type { PlayOptions } from "./player/player.ts";
import type { Song } from "./song.ts";
import { SpotifyError } from "./spotify_error.ts";

export const PlayOrder = z.object({
  context_uri: z.string().optional(),
  uris: z.array(z.string()).min(1).optional(),
  offset: z.object({ position: z.number().int().min(0) }).or(z.object({ uri: z.string() }))
    .optional(),
  position_ms: z.number().int().min(0).optional(),
});
export type PlayOrder = z.infer<typeof PlayOrder>;

/**
 * The songs that are ordered, and where to begin. Undefined for an order that only goes on with what is paused.
 * @throws SpotifyError 400 or 404 for songs and playlists that do not exist, and for both at once
 */
export function readPlayOrder(
  order: PlayOrder,
): { songs: readonly [Song, ...Song[]]; options: PlayOptions } | undefined {
  const { context_uri: contextUri, uris, offset, position_ms: positionMs } = order;
  if (contextUri !== undefined && uris) {
    throw new SpotifyError(400, "Can't have both context_uri and uris");
  }
  const songs = contextUri !== undefined ? songsOf(contextUri) : uris?.map(toSong);
  const [first, ...rest] = songs ?? [];
  if (!first) return undefined;
  const place = offset && placeOf(offset, [first, ...rest]);
  return { songs: [first, ...rest], options: { contextUri, positionMs, offset: place } };
}

/** @throws SpotifyError 400 if it is no track's uri, 404 if the catalogue does not have it */
export function toSong(uri: string): Song {
  const [, id] = /^spotify:track:([0-9A-Za-z]{22})$/.exec(uri) ?? [];
  if (!id) throw new SpotifyError(400, `Invalid track uri: ${uri}`);
  const song = findSong(id);
  if (!song) throw new SpotifyError(404, "Resource not found");
  return song;
}

function songsOf(contextUri: string): readonly Song[] {
  const [, id] = /^spotify:playlist:([0-9A-Za-z]{22})$/.exec(contextUri) ?? [];
  if (!id) throw new SpotifyError(400, "Non supported context uri");
  const playlist = findPlaylist(id);
  if (!playlist) throw new SpotifyError(404, "Resource not found");
  return playlist.songs;
}

/** A song that is not among `songs` counts as a place beyond the last one, which the player refuses. */
function placeOf(offset: NonNullable<PlayOrder["offset"]>, songs: readonly Song[]): number {
  if ("position" in offset) return offset.position;
  const place = songs.findIndex(({ uri }) => uri === offset.uri);
  return place < 0 ? songs.length : place;
}
