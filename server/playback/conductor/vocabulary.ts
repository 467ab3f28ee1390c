// What the conductor's machine is told and asks for, in its own words (docs/conductor.md). Times are epoch ms.

/** A song as the player names it. `otherUri` is the uri that was asked for, if the service replaced it by another. */
export interface SongFacts {
  uri: string;
  otherUri?: string;
  title: string;
  artist: string;
  /** The address of its cover, empty if there is none. */
  albumArt: string;
  durationMs: number;
}

/** The device in use. */
export interface DeviceFacts {
  id: string | null;
  name: string;
  /** Null if its volume cannot be set from here. */
  volumePercent: number | null;
}

/** What the player shows. */
export interface Shown {
  /** Null for what is not a song: an advertisement, an episode. */
  song: SongFacts | null;
  isPlaying: boolean;
  /** Null if the service does not say. */
  progressMs: number | null;
  /** The playlist or album that it plays from, null if there is none. */
  contextUri: string | null;
  device: DeviceFacts | null;
}

/**
 * A look at the player, or `empty` if it shows nothing. `canPlay`: whether a device is there that may be controlled;
 * `sentence` says which one is not, if the owner has chosen it.
 */
export type Look =
  | { kind: "shown"; shown: Shown }
  | { kind: "empty"; canPlay: boolean; sentence?: string };

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
  | { type: "fallback_missing"; contextUri: string }
  /** The song that stood still was ordered once more. */
  | { type: "ordered_again" }
  /** The order failed and had no effect. The song is still first. */
  | { type: "order_failed"; failure: Failure }
  /** Another call is at work on a song, whose outcome will follow. `isOver`: it was, and its outcome is known by now. */
  | { type: "order_left"; isOver?: boolean }
  /** There was no song to order after all. */
  | { type: "queue_empty" }
  /** A song that was ordered without effect is in the queue again, or has left it, since it cannot be played here. */
  | { type: "released"; playId: string; unplayable: boolean }
  /** A song that the player shows is not a guest's any more: its play was released, or has ended. */
  | { type: "forgotten"; playId: string }
  /** A person's commands. The player has carried out `paused` and `resumed`. */
  | { type: "paused" }
  | { type: "resumed" }
  | { type: "skipped" }
  /** The account was connected or a device was chosen. */
  | { type: "connected" };

/** Why a play ended. */
export type End = "finished" | "cut" | "skipped" | "not_played";

export type ConductorAction =
  /** Look at the player, and if it shows nothing and `asksDevices` at the devices too. A look that only keeps up may wait. */
  | { do: "look"; mayWait: boolean; asksDevices: boolean }
  /** Order the first song of the queue. */
  | { do: "start_request" }
  | { do: "start_fallback"; contextUri: string }
  /** Order the song that stands still once more. */
  | { do: "order_again"; song: SongFacts }
  /** Record that the play began, and that its tip is earned. Answered by `forgotten` if it is over by now. */
  | { do: "begin"; playId: string; at: number }
  /** Put the song of a play that did not begin back, and count the try. Answered by `released`. */
  | { do: "release"; playId: string }
  | { do: "end"; playId: string; why: End }
  /** Put the songs of these plays back that could not be played, since the reason seems to be another. */
  | { do: "return_failed"; playIds: string[] }
  /** Record what is heard and where it is, for the pages. `playId` is that of a request; null: nothing is heard. */
  | { do: "show"; heard: Heard | null };

export interface Heard {
  playId: string | null;
  song: SongFacts;
  /** Null if the service does not say. */
  positionMs: number | null;
  isPlaying: boolean;
}
