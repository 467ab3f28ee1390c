// What the conductor of one cafe knows and waits for (docs/conductor.md). Times are epoch ms.
import type { DeviceFacts, SongFacts } from "./facts.ts";

/** Why nothing is started although there may be something to play. Only a person ends `paused` and `stopped`. */
export type Hold = "paused" | "human" | "stopped";

/** Why nothing can be asked of the player before `until`. */
export interface Obstacle {
  kind: "blocked" | "no_device" | "reconnect";
  until: number;
  /** What the owner can do, in Turkish, if it is more exact than what follows from the kind. */
  sentence?: string;
}

/** What the player has, as far as is known. `other` is neither ours nor a person's: autoplay, an advertisement. */
export interface Playing {
  by: "request" | "fallback" | "other";
  /** The play of the request. */
  playId?: string;
  /** Null while it is not known, as after a playlist was started. */
  song: SongFacts | null;
  /** The playlist that it comes from, if `by` is `fallback`. */
  contextUri?: string;
  /** When it was ordered, or first seen. */
  since: number;
  /** When it ends, null if that is not known. */
  endsAt: number | null;
  /** Null before the player has said where it is. */
  motion: Motion | null;
  /** Whether the player has shown it. An order that was accepted may still have no effect. */
  isSeen: boolean;
  /** Whether its beginning is recorded. */
  hasBegun: boolean;
}

/** Where a song was at the last look, and whether it moves on. */
export interface Motion {
  progressMs: number;
  at: number;
  isPlaying: boolean;
  /** Since when it stands still although the player says that it plays; null while it moves. */
  standsSince: number | null;
  /** Whether it has not moved since the look before. */
  isStill: boolean;
  /** Whether it was ordered once more, since it stood still. */
  isOrderedAgain: boolean;
}

export interface ConductorState {
  hold: Hold | null;
  obstacle: Obstacle | null;
  playing: Playing | null;
  /** What could be started: a song of the queue, and the playlist for an empty queue. */
  next: { request: boolean; fallback: string | null };
  /** The device that was in use at the last look. Orders follow it, so that music is not moved back. */
  device: DeviceFacts | null;
  /** A call that was not answered yet. No other is made meanwhile. */
  underWay: "look" | "order" | null;
  /** When the player was looked at last, null before the first look. */
  lookedAt: number | null;
  /** When the last command was accepted. For some seconds after it the player may show what was before. */
  commandedAt: number | null;
  /** Looks in a row that showed nothing while a song should play. */
  emptyLooks: number;
  /** Since when a person's music is over, null while it plays or is paused. */
  silentSince: number | null;
  /** Songs in a row that the player could not play. */
  failures: number;
  /** Orders of the playlist in a row that had no effect. */
  fallbackTries: number;
  /** How often in a row the service could not be reached. */
  outages: number;
}

/** What is known when the switch is turned on, or when another instance takes over. */
export function initialState(
  known: Pick<ConductorState, "hold" | "next" | "playing">,
): ConductorState {
  return {
    ...known,
    obstacle: null,
    device: null,
    underWay: null,
    lookedAt: null,
    commandedAt: null,
    emptyLooks: 0,
    silentSince: null,
    failures: 0,
    fallbackTries: 0,
    outages: 0,
  };
}

/** A person wants music: what held it back is over. */
export function cleared({ hold, failures }: ConductorState): Partial<ConductorState> {
  return {
    hold: null,
    silentSince: null,
    obstacle: null,
    emptyLooks: 0,
    failures: hold === "stopped" ? 0 : failures,
    fallbackTries: 0,
  };
}
