// Skips the song that plays, from the panel (docs/conductor.md#by-hand).
import { findActive } from "../../db/active_play.ts";
import { findConductor } from "../../db/conductors.ts";
import { endPlay } from "../../db/end_play.ts";
import type { Deps } from "../deps.ts";
import { DomainError } from "../errors.ts";
import { isSilent, openAblePlayer } from "./able_player.ts";
import { playNext, type Press } from "./play_next.ts";
import { playKey } from "./settle.ts";
import { tellConductor } from "./tell_conductor.ts";

/**
 * Ends the song, and starts the next one of the queue, or the playlist if songs play by themselves; else there is
 * silence. Within the song's first 30 seconds its tip is reversed (docs/money.md#reversal).
 * @throws DomainError `play_under_way`, `not_supported`, `music_*`
 */
export async function skip(deps: Deps, press: Press): Promise<{ msg: string }> {
  const { ownerId } = press;
  const player = await openAblePlayer(deps, ownerId, "pause");
  const active = await findActive(deps.db, ownerId);
  if (active?.state === "sent" || deps.singleFlight.isRunning(playKey(ownerId))) {
    throw new DomainError("play_under_way");
  }
  // A song that cannot be stopped was not skipped, and keeps its tip.
  if (!await isSilent(player)) await player.pause();
  const revision = active && await endPlay(deps.db, active, { at: deps.now(), why: "skipped" });
  if (revision !== undefined) deps.hub.announce(ownerId, revision);
  try {
    const started = await playNext(deps, press);
    await deps.conductors.changed(ownerId);
    return started;
  } catch (error) {
    const code = error instanceof DomainError ? error.code : undefined;
    // The conductor goes on: with the playlist, or with the song that could not be started here.
    if (code !== "play_under_way") await tellConductor(deps, ownerId, "skip");
    if (code !== "queue_empty") throw error;
  }
  const conductor = await findConductor(deps.db, ownerId);
  return { msg: conductor?.isOn ? "Şarkı geçildi." : "Şarkı geçildi. Sırada başka şarkı yok." };
}
