// Pauses the music and goes on with it, from the panel (docs/conductor.md#by-hand).
import { findConductor } from "../../db/conductors.ts";
import { recordPause } from "../../db/heard_music.ts";
import type { Deps } from "../deps.ts";
import { DomainError } from "../errors.ts";
import { isSilent, openAblePlayer } from "./able_player.ts";
import { tellConductor } from "./tell_conductor.ts";

/** @throws DomainError `nothing_plays`, `not_supported`, `music_*` */
export async function pause(deps: Deps, ownerId: string): Promise<{ msg: string }> {
  const player = await openAblePlayer(deps, ownerId, "pause");
  if (await isSilent(player)) throw new DomainError("nothing_plays");
  await player.pause();
  await record(deps, ownerId, true);
  await tellConductor(deps, ownerId, "pause");
  return { msg: "Müzik duraklatıldı." };
}

/**
 * Goes on with what is paused. While songs play by themselves it also ends what held them back.
 * @throws DomainError `nothing_plays` if there is nothing to go on with, `not_supported`, `music_*`
 */
export async function resume(deps: Deps, ownerId: string): Promise<{ msg: string }> {
  const player = await openAblePlayer(deps, ownerId, "resume");
  const conductor = await findConductor(deps.db, ownerId);
  const silent = await isSilent(player);
  if (silent && !conductor?.isOn) throw new DomainError("nothing_plays");
  if (!silent) await player.resume();
  await record(deps, ownerId, false);
  await tellConductor(deps, ownerId, "resume");
  return { msg: silent ? "Şarkılar yeniden kendiliğinden çalacak." : "Müzik devam ediyor." };
}

async function record({ db, hub, now }: Deps, ownerId: string, isPaused: boolean): Promise<void> {
  const revision = await recordPause(db, ownerId, { at: now(), isPaused });
  if (revision !== undefined) hub.announce(ownerId, revision);
}
