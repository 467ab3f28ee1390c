// The player and its devices as JSON objects of Spotify's Web API.
import type { DemoAccountOptions } from "./options.ts";
import type { DemoDevice } from "./player/device.ts";
import type { Episode } from "./player/item.ts";
import type { Playback } from "./player/player.ts";
import { toContextObject } from "./playlist_object.ts";
import { base62Id } from "./song.ts";
import { toTrackObject } from "./track_object.ts";

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
