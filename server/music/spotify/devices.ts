// Which device plays. Pure.
import type { SpotifyDevice } from "./answers.ts";
import { spotifyError } from "./refusals.ts";

/**
 * The device to name if Spotify found none by itself: the only one that may be controlled.
 * @throws DomainError `music_no_device`, `music_choose_device` if the owner has to choose, `music_restricted` if none
 *   of them may be controlled
 */
export function onlyDevice(devices: readonly SpotifyDevice[]): SpotifyDevice {
  if (devices.length === 0) throw spotifyError("music_no_device");
  const [first, ...others] = devices.filter((device) => !device.isRestricted);
  if (!first) throw spotifyError("music_restricted");
  if (others.length > 0) throw spotifyError("music_choose_device");
  return first;
}
