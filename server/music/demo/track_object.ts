// A song as a track object of Spotify's Web API.
import type { DemoAccountOptions } from "./options.ts";
import { lengthOf } from "./player/song_length.ts";
import { base62Id, type Song } from "./song.ts";

/** The side of a cover, in px. */
const COVER_PX = 640;

/** The track object. It has `is_playable` only if a market was given. */
export function toTrackObject(
  options: Pick<DemoAccountOptions, "publicUrl" | "coverUrl" | "players">,
  song: Song,
  market?: string,
) {
  const { publicUrl, players } = options;
  const href = `${publicUrl}/v1/tracks/${song.id}`;
  const artists = song.artists.map((name) => ({
    id: base62Id(`artist:${name}`),
    name,
    type: "artist",
    uri: `spotify:artist:${base62Id(`artist:${name}`)}`,
  }));
  const albumId = base62Id(`album:${song.album}:${song.artists[0]}`);
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
      images: coverImages(options, song),
    },
    duration_ms: lengthOf(song, players.songLength),
    explicit: song.explicit,
    is_local: false,
    disc_number: 1,
    track_number: 1,
    ...(market && { is_playable: true }),
  };
}

/** The cover's address in the service's list of sizes, which is empty for a song without a cover. */
export function coverImages(
  { publicUrl, coverUrl = (id) => `${publicUrl}/covers/${id}.svg` }: Pick<
    DemoAccountOptions,
    "publicUrl" | "coverUrl"
  >,
  { id }: Pick<Song, "id">,
) {
  const url = coverUrl(id);
  return url ? [{ url, width: COVER_PX, height: COVER_PX }] : [];
}
