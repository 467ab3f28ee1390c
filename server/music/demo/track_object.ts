// A song as a track object of Spotify's Web API.
import type { DemoAccountOptions } from "./options.ts";
import { base62Id, type Song } from "./song.ts";

/** The side of a cover, in px. */
const COVER_PX = 640;

/** The track object. It has `is_playable` only if a market was given. */
export function toTrackObject(
  { publicUrl, coverUrl = ownCover(publicUrl) }: Pick<DemoAccountOptions, "publicUrl" | "coverUrl">,
  song: Song,
  market?: string,
) {
  const href = `${publicUrl}/v1/tracks/${song.id}`;
  const artists = song.artists.map((name) => ({
    id: base62Id(`artist:${name}`),
    name,
    type: "artist",
    uri: `spotify:artist:${base62Id(`artist:${name}`)}`,
  }));
  const albumId = base62Id(`album:${song.album}:${song.artists[0]}`);
  const url = coverUrl(song.id);
  return {
    id: song.id,
    name: song.title,
    type: "track",
    uri: song.uri,
    href,
    external_urls: { spotify: href },
    artists,
    album: {
      id: albumId,
      name: song.album,
      type: "album",
      album_type: "album",
      uri: `spotify:album:${albumId}`,
      artists: artists.slice(0, 1),
      images: url ? [{ url, width: COVER_PX, height: COVER_PX }] : [],
    },
    duration_ms: song.durationMs,
    explicit: song.explicit,
    is_local: false,
    disc_number: 1,
    track_number: 1,
    ...(market && { is_playable: true }),
  };
}

function ownCover(publicUrl: string) {
  return (songId: string) => `${publicUrl}/covers/${songId}.svg`;
}
