// What happens to the conductor of a cafe. Times are epoch ms.
import type { Look, SongFacts } from "./facts.ts";

/** Why a call to the player failed. `until`: the service named a time before which it must not be asked. */
export type Failure =
  | { kind: "busy"; until: number | null }
  | { kind: "no_device"; sentence?: string }
  | { kind: "not_connected" }
  | { kind: "unreachable" };

export type ConductorEvent =
  /** The time has come that `wakeAt` named, or something else may have changed. */
  | { type: "woke" }
  | { type: "looked"; look: Look }
  | { type: "look_failed"; failure: Failure }
  /** A look that may wait was left out, since the service has been asked often enough. */
  | { type: "look_left_out" }
  /** The queue or the playlist changed. */
  | { type: "next_changed"; request: boolean; fallback: string | null }
  /** The order of a request was accepted, `since` then. `hasBegun`: 'play next' ordered it, which records the beginning. */
  | { type: "request_ordered"; playId: string; song: SongFacts; hasBegun: boolean; since?: number }
  | { type: "fallback_ordered"; contextUri: string }
  /** The player does not have the playlist. */
  | { type: "fallback_missing" }
  /** The song that stood still was ordered once more. */
  | { type: "ordered_again" }
  /** The order failed and had no effect. The song is still first. */
  | { type: "order_failed"; failure: Failure }
  /** Another call is at work on a song, whose outcome will follow. `isOver`: it was, and its outcome is known by now. */
  | { type: "order_left"; isOver?: boolean }
  /** There was no song to order after all. */
  | { type: "queue_empty" }
  /** A song that was ordered without effect is in the queue again, or has left it, since it cannot be played here. */
  | { type: "released"; unplayable: boolean }
  /** A person's commands. The player has carried out `paused` and `resumed`. */
  | { type: "paused" }
  | { type: "resumed" }
  | { type: "skipped" }
  /** The account was connected or a device was chosen. */
  | { type: "connected" };
