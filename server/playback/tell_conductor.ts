// Tells the instance that acts for a cafe what a person has done (docs/conductor.md#by-hand).
import { commandConductor, type ConductorCommand } from "../../db/conductors.ts";
import type { Deps } from "../deps.ts";

/** Does nothing if songs do not play by themselves there. */
export async function tellConductor(
  { conductors, db, hub }: Pick<Deps, "conductors" | "db" | "hub">,
  ownerId: string,
  command: ConductorCommand,
): Promise<void> {
  const revision = await commandConductor(db, ownerId, command);
  if (revision === undefined) return;
  hub.announce(ownerId, revision);
  await conductors.changed(ownerId);
}
