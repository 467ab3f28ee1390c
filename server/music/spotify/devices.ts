// Which device plays if neither the owner nor Spotify names one (docs/playback.md#devices). Pure.
import type { SpotifyDevice } from "./answers.ts";
import { spotifyError } from "./refusals.ts";

/**
 * Returns the only device that may be controlled.
 * @throws DomainError `music_no_device` if there is no device, `music_restricted` if none may be controlled,
 *   `music_choose_device` if several may
 */
export function onlyDevice(devices: readonly SpotifyDevice[]): SpotifyDevice {
  if (devices.length === 0) throw spotifyError("music_no_device");
  const [first, ...others] = devices.filter((device) => !device.isRestricted);
  if (!first) throw spotifyError("music_restricted");
  if (others.length > 0) throw spotifyError("music_choose_device");
  return first;
}
