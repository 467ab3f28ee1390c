// What is known about the player after several readings: also which song ended without a successor.
import type { SearchResult } from "../../../server/contract/music.ts";
import type { PlayerState } from "../../../server/contract/playback.ts";

export interface PlayerObservation {
  /** The latest reading. */
  player: PlayerState;
  /** The song that ended, if nothing plays after it. */
  ended: SearchResult | null;
}

/**
 * Adds a reading to what was known `before`. The server shows no song that is over (docs/playback.md#player); a paused
 * one it does, which therefore has not ended.
 */
export function observePlayer(
  before: PlayerObservation | undefined,
  player: PlayerState,
): PlayerObservation {
  if (player.isPlaying || player.track) return { player, ended: null };
  const last = before?.player.isPlaying ? before.player.track : before?.ended;
  return { player, ended: last ?? null };
}
