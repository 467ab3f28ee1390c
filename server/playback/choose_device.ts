// The owner chooses the device that songs play on (docs/playback.md#devices).
import type { Deps } from "../deps.ts";
import { DomainError } from "../errors.ts";
import { tellConductor } from "./tell_conductor.ts";

/** @throws DomainError `device_not_found` if the player does not list the device or may not control it, `music_*` */
export async function choosePlayDevice(
  deps: Pick<Deps, "conductors" | "db" | "hub" | "music">,
  ownerId: string,
  deviceId: string,
): Promise<{ msg: string }> {
  const player = await (await deps.music.sourceOf(ownerId)).openPlayer(ownerId);
  if (!player.chooseDevice) throw new DomainError("device_not_found");
  const device = await player.chooseDevice(deviceId);
  await tellConductor(deps, ownerId, "connect");
  return { msg: `Müzik artık '${device.name}' cihazında çalacak.` };
}
