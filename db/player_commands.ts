// What a person tells a cafe's player (docs/player.md#by-hand).
import type { Database } from "./client.ts";
import { constantSql } from "./constant_sql.ts";
import { raiseIfChanged, selectRevision } from "./rooms.ts";

const PAUSE = constantSql(
  "update players set is_paused = ?2 where owner_id = ?1 and is_paused <> ?2",
);
const VOLUME = constantSql(
  "update players set volume_percent = ?2 where owner_id = ?1 and volume_percent <> ?2",
);
const RELEASE = constantSql(`
  update players set is_paused = 0, failures = 0
  where owner_id = ?1 and (is_paused <> 0 or failures <> 0)`);

/** What a person tells the player: a pause, a volume (0 to 100), or `release`, which ends what holds it back. */
export type PlayerCommand = { isPaused: boolean } | { volumePercent: number } | "release";

/**
 * Records what a person tells the player. Returns the room's revision, undefined if there was never a request or a
 * player.
 */
export async function tellPlayer(
  db: Database,
  ownerId: string,
  command: PlayerCommand,
): Promise<number | undefined> {
  const { room } = await db.write(() => ({
    told: statementOf(ownerId, command),
    raised: raiseIfChanged(ownerId),
    room: selectRevision(ownerId),
  }));
  return room[0]?.revision;
}

function statementOf(ownerId: string, command: PlayerCommand) {
  if (command === "release") return RELEASE(ownerId);
  if ("isPaused" in command) return PAUSE(ownerId, command.isPaused ? 1 : 0);
  return VOLUME(ownerId, command.volumePercent);
}
