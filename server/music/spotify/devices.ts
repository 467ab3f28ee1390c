// Which device plays (docs/playback.md#devices). Pure.
import type { MusicGrant } from "../../../db/music_grants.ts";
import type { Device } from "../device.ts";
import type { SpotifyDevice } from "./devices_answer.ts";
import { chosenDeviceOff, spotifyError } from "./refusals.ts";

type Choice = Pick<MusicGrant, "deviceId" | "deviceName">;

/**
 * Returns the device to play on after Spotify has found none: the chosen one, else the only one that may be controlled.
 * @throws DomainError `music_no_device` if the chosen one is off, or if there is no device; `music_restricted` if none
 *   may be controlled; `music_choose_device` if several may
 */
export function deviceFor(choice: Choice, devices: readonly SpotifyDevice[]): SpotifyDevice {
  const usable = devices.filter((device) => !device.isRestricted);
  if (choice.deviceId !== null) {
    const chosen = usable.find(({ id }) => id === choice.deviceId);
    if (!chosen) throw chosenDeviceOff(choice.deviceName);
    return chosen;
  }
  if (devices.length === 0) throw spotifyError("music_no_device");
  const [first, ...others] = usable;
  if (!first) throw spotifyError("music_restricted");
  if (others.length > 0) throw spotifyError("music_choose_device");
  return first;
}

/** The devices with the choice marked. A chosen one that is off is listed too, as one that may not be controlled. */
export function withChosen(
  devices: readonly SpotifyDevice[],
  { deviceId, deviceName }: Choice,
): Device[] {
  const listed = devices.map((device) => ({ ...device, isChosen: device.id === deviceId }));
  if (deviceId === null || deviceName === null || listed.some((d) => d.isChosen)) return listed;
  const off = { id: deviceId, name: deviceName, isActive: false, isRestricted: true };
  return [...listed, { ...off, isChosen: true }];
}
