// Which device plays. Pure.
import { DomainError } from "../../errors.ts";
import type { MusicDevice } from "../provider.ts";

/**
 * The device to name where the service found none by itself: the only one that may be controlled.
 * @throws DomainError `music_no_device`, `music_choose_device` where the owner has to say which,
 * `music_restricted` where none of them may be controlled
 */
export function onlyDevice(devices: readonly MusicDevice[]): MusicDevice {
  if (devices.length === 0) throw new DomainError("music_no_device");
  const [first, ...others] = devices.filter((device) => !device.isRestricted);
  if (!first) throw new DomainError("music_restricted");
  if (others.length > 0) throw new DomainError("music_choose_device");
  return first;
}
