// The owner chooses the device that songs play on (docs/playback.md#devices).
import type { Deps } from "../deps.ts";
import { DomainError } from "../errors.ts";

/** @throws DomainError `device_not_found` if the player does not list the device or may not control it, `music_*` */
export async function choosePlayDevice(
  { music }: Pick<Deps, "music">,
  ownerId: string,
  deviceId: string,
): Promise<{ msg: string }> {
  const player = await music.sourceOf(ownerId).openPlayer(ownerId);
  if (!player.chooseDevice) throw new DomainError("device_not_found");
  const device = await player.chooseDevice(deviceId);
  return { msg: `Şarkılar '${device.name}' cihazında çalınacak.` };
}
