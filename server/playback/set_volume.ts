// Sets the volume of the device in use, from the panel (docs/conductor.md#by-hand).
import type { Deps } from "../deps.ts";
import { openAblePlayer } from "./able_player.ts";

/** `percent` is from 0 to 100. @throws DomainError `volume_fixed`, `not_supported`, `music_*` */
export async function setVolume(
  deps: Deps,
  ownerId: string,
  percent: number,
): Promise<{ msg: string }> {
  const player = await openAblePlayer(deps, ownerId, "setVolume");
  await player.setVolume(percent);
  return { msg: `Ses yüzde ${percent} yapıldı.` };
}
