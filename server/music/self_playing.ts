// A player that begins the next song by itself and reports it, so that no conductor acts for its cafes
// (docs/player.md).
import type { PlaybackStateName } from "../contract/automatic.ts";

export interface SelfPlaying {
  /** What the player does, for a cafe whose switch is on. `sentence` is null if the state's own says enough. */
  state(ownerId: string): Promise<{ state: PlaybackStateName; sentence: string | null }>;
  /** Whether the player is open: a page holds its lease. */
  isOpen(ownerId: string): Promise<boolean>;
  /** Called every few seconds: what a player that is gone was playing stands. */
  tidy(): Promise<void>;
  /** A person wants music again: what held it back is over. */
  release(ownerId: string): Promise<void>;
}
