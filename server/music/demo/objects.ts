// A song as a track object of Spotify's Web API.
import { type Playlist, shareLink } from "./catalogue.ts";
import type { DemoAccountOptions } from "./players.ts";
import { type DemoDevice, type Episode, lengthOf } from "./player/item.ts";
import type { Playback } from "./player/player.ts";
import { base62Id, type Song } from "./song.ts";

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

// A playlist as JSON objects of Spotify's Web API.

const OWNER_ID = "demo-editor";
const ADDED_AT = "2026-01-05T09:00:00Z";
/** How many items of a playlist come with it. */
const PAGE = 100;

/** `GET /playlists/{id}`. Its length stands in `tracks`, and since 2026 in `items` too. */
export function toPlaylistObject(options: DemoAccountOptions, playlist: Playlist, market?: string) {
  const { publicUrl } = options;
  const href = `${publicUrl}/v1/playlists/${playlist.id}`;
  const tracks = playlist.songs.slice(0, PAGE).map((song) => toTrackObject(options, song, market));
  const added = { added_at: ADDED_AT, added_by: ownerObject(publicUrl), is_local: false };
  const page = { limit: PAGE, next: null, offset: 0, previous: null, total: playlist.songs.length };
  return {
    collaborative: false,
    description: playlist.description,
    external_urls: { spotify: shareLink(playlist) },
    href,
    id: playlist.id,
    images: coverImages(options, playlist.songs[0]),
    name: playlist.name,
    owner: ownerObject(publicUrl),
    public: true,
    snapshot_id: playlist.id,
    tracks: {
      href: `${href}/tracks`,
      items: tracks.map((track) => ({ ...added, track })),
      ...page,
    },
    items: { href: `${href}/items`, items: tracks.map((item) => ({ ...added, item })), ...page },
    type: "playlist",
    uri: playlist.uri,
  };
}

function toContextObject(
  { publicUrl }: Pick<DemoAccountOptions, "publicUrl">,
  contextUri: string,
) {
  const id = contextUri.slice("spotify:playlist:".length);
  return {
    type: "playlist",
    uri: contextUri,
    href: `${publicUrl}/v1/playlists/${id}`,
    external_urls: { spotify: shareLink({ id }) },
  };
}

function ownerObject(publicUrl: string) {
  return {
    display_name: "Demo Editörü",
    href: `${publicUrl}/v1/users/${OWNER_ID}`,
    id: OWNER_ID,
    type: "user",
    uri: `spotify:user:${OWNER_ID}`,
  };
}

// The player and its devices as JSON objects of Spotify's Web API.

/** The market of a Turkish cafe. The API does not let the account choose it. */
const HOME_MARKET = "TR";

/** `GET /me/player`. `additionalTypes` are the types that the caller can read beside tracks. */
export function toPlayerObject(
  options: DemoAccountOptions,
  playback: Playback,
  additionalTypes: readonly string[],
) {
  return {
    device: toDeviceObject(playback.device),
    shuffle_state: playback.shuffle,
    smart_shuffle: false,
    repeat_state: playback.repeat,
    ...toPlayingObject(options, playback, additionalTypes),
  };
}

/** `GET /me/player/currently-playing`, which shows no device and no modes. */
export function toPlayingObject(
  options: DemoAccountOptions,
  playback: Playback,
  additionalTypes: readonly string[],
) {
  const { isPlaying, progressMs, changedAt, contextUri, item } = playback;
  return {
    is_playing: isPlaying,
    // As observed, and not as documented: when the state last changed, not when the answer was made.
    timestamp: changedAt,
    context: contextUri ? toContextObject(options, contextUri) : null,
    progress_ms: progressMs,
    item: toItemObject(options, playback, additionalTypes),
    currently_playing_type: item.type,
    actions: { disallows: isPlaying ? { resuming: true } : { pausing: true } },
  };
}

export function toDeviceObject(device: DemoDevice) {
  return {
    id: device.id,
    name: device.name,
    type: device.type,
    is_active: device.isActive,
    is_restricted: device.isRestricted,
    is_private_session: false,
    supports_volume: device.supportsVolume,
    volume_percent: device.volumePercent,
  };
}

function toItemObject(
  options: DemoAccountOptions,
  { item, durationMs }: Playback,
  additionalTypes: readonly string[],
) {
  if (item.type === "track") {
    return { ...toTrackObject(options, item, HOME_MARKET), duration_ms: durationMs };
  }
  const isShown = item.type === "episode" && additionalTypes.includes("episode");
  return isShown ? toEpisodeObject(options, item, durationMs) : null;
}

function toEpisodeObject(
  { publicUrl }: DemoAccountOptions,
  { id, uri, title, show }: Episode,
  durationMs: number,
) {
  const showId = base62Id(`show:${show}`);
  return {
    id,
    name: title,
    type: "episode",
    uri,
    href: `${publicUrl}/v1/episodes/${id}`,
    duration_ms: durationMs,
    explicit: false,
    images: [],
    is_playable: true,
    show: { id: showId, name: show, type: "show", uri: `spotify:show:${showId}`, images: [] },
  };
}
