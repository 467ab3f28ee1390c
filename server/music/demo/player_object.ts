// The player and its devices as JSON objects of Spotify's Web API.
import type { DemoAccountOptions } from "./options.ts";
import type { DemoDevice, Playing } from "./player.ts";
import { toTrackObject } from "./track_object.ts";

/** The market of a Turkish cafe. The API does not let the account choose it. */
const HOME_MARKET = "TR";

export function toPlayerObject(
  options: DemoAccountOptions,
  { song, progressMs, isPlaying }: Playing,
  devices: DemoDevice[],
) {
  const device = devices.find((d) => d.isActive);
  return {
    device: device ? toDeviceObject(device) : null,
    is_playing: isPlaying,
    progress_ms: progressMs,
    timestamp: options.now(),
    item: toTrackObject(options, song, HOME_MARKET),
    currently_playing_type: "track",
    context: null,
    repeat_state: "off",
    shuffle_state: false,
    actions: { disallows: isPlaying ? { resuming: true } : { pausing: true } },
  };
}

export function toDeviceObject({ id, name, type, isActive, isRestricted }: DemoDevice) {
  return {
    id,
    name,
    type,
    is_active: isActive,
    is_restricted: isRestricted,
    is_private_session: false,
    supports_volume: true,
    volume_percent: 70,
  };
}
