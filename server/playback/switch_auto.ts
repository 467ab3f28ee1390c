// The switch 'Otomatik çal' (docs/conductor.md#by-hand).
import { setConductor } from "../../db/conductors.ts";
import type { Playback } from "../contract/automatic.ts";
import type { Deps } from "../deps.ts";
import { readPlayback } from "./read_playback.ts";

/** Turns playing by itself on or off. Turning it on ends what held the music back. */
export async function switchAuto(deps: Deps, ownerId: string, on: boolean): Promise<Playback> {
  deps.hub.announce(ownerId, await setConductor(deps.db, ownerId, on));
  if (on) await (await deps.music.sourceOf(ownerId)).selfPlaying?.release(ownerId);
  await deps.conductors.changed(ownerId);
  return await readPlayback(deps, ownerId);
}
