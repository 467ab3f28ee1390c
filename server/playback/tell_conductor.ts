// What a person tells a cafe's conductor: the switch 'Otomatik çal', and what the instance that acts for the cafe has to know of
// a command to the player (docs/conductor.md#by-hand).
import {
  commandConductor,
  type ConductorCommand,
  findConductor,
  setConductor,
} from "../../db/plays/conductors.ts";
import type { Playback } from "../contract/playback.ts";
import type { Deps } from "../deps.ts";
import { DomainError } from "../errors.ts";
import { canPlayBySelf } from "../music/music.ts";
import { readPlayback } from "./what_plays.ts";

const BY_HAND =
  "Bu müzik kaynağı buradan yönetilmediği için şarkılar kendiliğinden çalamaz. Şarkı başlayınca 'Çalıyor' düğmesine basın.";

/**
 * Turns playing by itself on or off. Turning it on ends what held the music back. What is paused stays paused if it is on
 * already: 'Devam' ends a pause, since only that tells the player to go on.
 * @throws DomainError `not_supported` if the player of the cafe's source cannot be followed
 */
export async function switchAuto(
  deps: Deps,
  { ownerId, role }: { ownerId: string; role: string },
  on: boolean,
): Promise<Playback> {
  const source = await deps.music.sourceOf(ownerId);
  if (on && !await canPlayBySelf(source, ownerId)) {
    throw new DomainError("not_supported", { msg: BY_HAND });
  }
  const before = await findConductor(deps.db, ownerId);
  if (!on || !before?.isOn || before.state !== "paused") {
    deps.hub.announce(ownerId, await setConductor(deps.db, ownerId, on));
    if (on) await source.selfPlaying?.release(ownerId);
    await deps.conductors.changed(ownerId);
  }
  return await readPlayback(deps, { ownerId, role });
}

/**
 * Tells the instance that acts for a cafe what a person has done. Ends what held back a player that plays by itself. Else
 * does nothing if songs do not play by themselves there.
 */
export async function tellConductor(
  { conductors, db, hub, music }: Pick<Deps, "conductors" | "db" | "hub" | "music">,
  ownerId: string,
  command: ConductorCommand,
): Promise<void> {
  if (command === "resume" || command === "skip") {
    await (await music.sourceOf(ownerId)).selfPlaying?.release(ownerId);
  }
  const revision = await commandConductor(db, ownerId, command);
  if (revision === undefined) return;
  hub.announce(ownerId, revision);
  await conductors.changed(ownerId);
}
