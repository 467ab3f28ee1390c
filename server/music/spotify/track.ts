// A track of Spotify's, as a song.
import { z } from "zod";
import { allowedCover } from "../covers.ts";
import type { Song } from "../provider.ts";
import { cutText } from "./cut_text.ts";

/** The uri of a track. Local files and episodes, which can stand in the same field, do not match. */
export const TRACK_URI = /^spotify:track:[0-9A-Za-z]{22}$/;

/** A track object with the fields that a song needs. */
export const Track = z.object({
  id: z.string(),
  uri: z.string().regex(TRACK_URI),
  name: z.string(),
  artists: z.array(z.object({ name: z.string() })),
  album: z.object({ images: z.array(z.object({ url: z.string() })).catch([]) }).catch({
    images: [],
  }),
  duration_ms: z.number().int().nonnegative(),
  explicit: z.boolean().catch(false),
  is_playable: z.boolean().nullish(),
  /** The track that was asked for, if this one replaces it in the market. */
  linked_from: z.object({ uri: z.string().regex(TRACK_URI) }).nullish().catch(null),
});

/** Returns the song, whose title and artist are cut to what a request may have. */
export function toSong(track: z.infer<typeof Track>, coverOrigins: readonly string[]): Song {
  return {
    id: track.id,
    uri: track.uri,
    title: cutText(track.name),
    artist: cutText(track.artists.map((a) => a.name).join(", ")),
    albumArt: allowedCover(track.album.images[0]?.url ?? "", coverOrigins),
    durationMs: track.duration_ms,
    explicit: track.explicit,
  };
}
