// What is known of each player's repeat and shuffle, so that no command is spent on what is set already.
import { LRUCache } from "lru-cache";
import type { Modes } from "./player_answer.ts";

/** A person may change them in Spotify's app at any time, so what was seen does not hold for long. */
const FRESH_MS = 15_000;
/** A look soon after a command may still show what was before it. */
const STALE_MS = 3_000;
const MAX_PLAYERS = 1_000;

export interface KnownModes {
  /** What is known now. */
  of(ownerId: string): Modes;
  /** Takes note of what a look has shown. */
  saw(ownerId: string, modes: Modes): void;
  /** Takes note of what a command has set. */
  set(ownerId: string, change: Modes): void;
}

/** `now` is in epoch ms. */
export function createKnownModes(now: () => number): KnownModes {
  const known = new LRUCache<string, { modes: Modes; at: number; setAt: number }>({
    max: MAX_PLAYERS,
  });
  const isWithin = (ms: number, at: number) => now() >= at && now() - at < ms;

  return {
    of(ownerId) {
      const entry = known.get(ownerId);
      return entry && isWithin(FRESH_MS, entry.at) ? entry.modes : {};
    },
    saw(ownerId, modes) {
      const setAt = known.get(ownerId)?.setAt ?? -Infinity;
      if (!isWithin(STALE_MS, setAt)) known.set(ownerId, { modes, at: now(), setAt });
    },
    set(ownerId, change) {
      known.set(ownerId, { modes: { ...this.of(ownerId), ...change }, at: now(), setAt: now() });
    },
  };
}
