// Tells the instance that acts for a cafe what a person has done (docs/conductor.md#by-hand).
import { commandConductor, type ConductorCommand } from "../../db/conductors.ts";
import type { Deps } from "../deps.ts";

/** Ends what held back a player that plays by itself. Else does nothing if songs do not play by themselves there. */
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
