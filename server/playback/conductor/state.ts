// What the conductor of one cafe knows and waits for (docs/conductor.md). Times are epoch ms.
import { CLOCK_SLACK_MS } from "../play.ts";

/** Why nothing is started although there may be something to play. Only a person ends `paused` and `stopped`. */
export type Hold = "paused" | "human" | "stopped";

/** Why nothing can be asked of the player before `until`. */
interface Obstacle {
  kind: "blocked" | "no_device" | "reconnect";
  until: number;
  /** What the owner can do, in Turkish, if it is more exact than what follows from the kind. */
  sentence?: string;
}

/** What the player has, as far as is known. `other` is neither ours nor a person's: autoplay, an advertisement. */
export interface Playing {
  by: "request" | "fallback" | "other";
  playId?: string;
  /** Null while it is not known, as after a playlist was started. */
  song: SongFacts | null;
  /** The playlist or album that it comes from. */
  contextUri?: string;
  /** When it was ordered, or first seen. */
  since: number;
  /** When it ends, null if that is not known. */
  endsAt: number | null;
  /** Whether the song moves on; null before the player has said where it is. */
  motion: Motion | null;
  /** Whether the player has shown it. An order that was accepted may still have no effect. */
  isSeen: boolean;
  /** Whether a look for something else, as of 'Devam', has shown it before a look of the conductor did. */
  wasShown?: boolean;
  /** Whether its beginning is recorded. */
  hasBegun: boolean;
  /** Whether the service began it after another song, and not an order or a person. */
  cameByItself?: boolean;
  /** Whether a skip may have paused it, since the order and the pause were on their way together. */
  mayBePaused?: boolean;
}

/** Where a song was at the last look, and whether it moves on. */
export interface Motion {
  progressMs: number;
  /** How far it was heard, also before it was ordered once more, in ms. */
  heardMs: number;
  at: number;
  isPlaying: boolean;
  /** Since when it stands still although the player says that it plays; null while it moves. */
  standsSince: number | null;
  /** Whether it has not moved since the look before. */
  isStill: boolean;
  /** Whether it was ordered once more, since it stood still. */
  isOrderedAgain: boolean;
}

/** How long before a song's end the service fades into the next one, and whether that was seen more than once. */
export interface Fade {
  ms: number;
  isSure: boolean;
}

/** By what plays: a single song, after which the service may add others, or a playlist. Null while nothing is known of it. */
export type Crossfade = Record<"single" | "playlist", Fade | null>;

/** A song that could not be played. */
export interface Unplayed {
  playId: string;
  /** Whether it had not begun, and has left the queue, so that it can be put back. */
  isReleased: boolean;
}

export interface ConductorState {
  hold: Hold | null;
  obstacle: Obstacle | null;
  playing: Playing | null;
  crossfade: Crossfade;
  /** What could be started: a song of the queue, and the playlist for an empty queue. */
  next: { request: boolean; fallback: string | null };
  /** The device that orders follow, so that music is not moved back: the one on which ours played at the last look. */
  device: DeviceFacts | null;
  /** The device that the last look showed, whatever it played. */
  shownDevice: DeviceFacts | null;
  /** The device that the owner has left by choosing another: the song that plays there is the last one. */
  leftDevice: string | null;
  /** The owner has just chosen a device, or turned the switch on: the one that the next look shows is the one that was left. */
  leavesShown: boolean;
  /** When the machine was told of the last event. */
  toldAt: number | null;
  /** A call that was not answered yet. No other is made meanwhile. */
  underWay: "look" | "order" | null;
  /**
   * What came while that call was on its way. Its answer is then of before: of before a command, before a person wanted
   * the `next` song at once, or before an `order` that was given by hand.
   */
  overtaken: "command" | "next" | "order" | null;
  /** When the player was looked at last, null before the first look. */
  lookedAt: number | null;
  /** When a look last asked for the devices too. */
  devicesAskedAt: number | null;
  /** When the last command was accepted. For some seconds after it the player may show what was before. */
  commandedAt: number | null;
  /** Looks in a row that showed nothing while a song should play. */
  emptyLooks: number;
  /** Since when a person's music is over, null while it plays or is paused. */
  silentSince: number | null;
  /** Songs in a row that the player could not play. */
  unplayed: Unplayed[];
  /** Orders of the playlist in a row that had no effect. */
  fallbackTries: number;
  /** The playlist that the service did not have when it was last ordered, null if it has. */
  missing: string | null;
  /** How often in a row the service could not be reached. */
  outages: number;
}

/** What becomes of the state, and what is to be done now. */
export interface Step {
  state: ConductorState;
  actions: ConductorAction[];
}

/** Two steps in a row. The second begins with the state after the first. */
export function then(first: Step, second: Step): Step {
  return { state: second.state, actions: [...first.actions, ...second.actions] };
}

/** What is known when the switch is turned on, or when another instance takes over. */
export function initialState(
  known: Pick<ConductorState, "hold" | "next" | "playing">,
): ConductorState {
  return {
    ...known,
    obstacle: null,
    crossfade: { single: null, playlist: null },
    device: null,
    shownDevice: null,
    leftDevice: null,
    leavesShown: false,
    toldAt: null,
    underWay: null,
    overtaken: null,
    lookedAt: null,
    devicesAskedAt: null,
    commandedAt: null,
    emptyLooks: 0,
    silentSince: null,
    unplayed: [],
    fallbackTries: 0,
    missing: null,
    outages: 0,
  };
}

/** The call that is under way has been answered. */
export const ANSWERED = { underWay: null, overtaken: null } as const;

/** Something comes that the call under way knows nothing of. */
export function overtake(
  state: ConductorState,
  by: NonNullable<ConductorState["overtaken"]>,
): ConductorState {
  return state.underWay && state.overtaken !== "next" ? { ...state, overtaken: by } : state;
}

/** A person wants music: what held it back is over. */
export function cleared({ hold, unplayed }: ConductorState): Partial<ConductorState> {
  return {
    hold: null,
    silentSince: null,
    obstacle: null,
    emptyLooks: 0,
    unplayed: hold === "stopped" ? [] : unplayed,
    fallbackTries: 0,
  };
}

/**
 * The state at `at` (epoch ms). If the clock was set back, all its times are moved by as much, so that what is left of a
 * song stays the same. How much is left of an obstacle is not known then. `backMs` is what is known of that; without it
 * only a clock that shows less than before is noticed.
 */
export function stateAt(state: ConductorState, at: number, backMs = 0): ConductorState {
  const latest = Math.max(state.toldAt ?? at, state.playing?.since ?? at);
  // Less is what a clock loses that is kept in time.
  const setBackMs = Math.max(latest - at, backMs < CLOCK_SLACK_MS ? 0 : backMs);
  return setBackMs > 0 ? movedBack(state, setBackMs, at) : state;
}

function movedBack(state: ConductorState, ms: number, at: number): ConductorState {
  const back = <T extends number | null>(time: T) => time === null ? time : (time - ms) as T;
  const { obstacle, playing, toldAt, lookedAt, devicesAskedAt, commandedAt, silentSince } = state;
  return {
    ...state,
    obstacle: obstacle && { ...obstacle, until: at },
    playing: playing && {
      ...playing,
      since: back(playing.since),
      endsAt: back(playing.endsAt),
      motion: playing.motion && {
        ...playing.motion,
        at: back(playing.motion.at),
        standsSince: back(playing.motion.standsSince),
      },
    },
    toldAt: back(toldAt),
    lookedAt: back(lookedAt),
    devicesAskedAt: back(devicesAskedAt),
    commandedAt: back(commandedAt),
    silentSince: back(silentSince),
  };
}

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

interface DeviceFacts {
  id: string | null;
  name: string;
  /** Null if its volume cannot be set from here. */
  volumePercent: number | null;
}

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
  /** The playlist that plays was paused, since it is not the cafe's any more. */
  | { type: "fallback_stopped" }
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
  /** A look for something else, as of 'Devam', has shown the song of this play, which has begun by it. */
  | { type: "shown_elsewhere"; playId: string }
  /** A person's commands. The player has carried out `paused` and `resumed`. */
  | { type: "paused" }
  | { type: "resumed" }
  | { type: "skipped" }
  /** The account was connected or a device was chosen. */
  | { type: "connected" };

export type End = "finished" | "cut" | "skipped" | "not_played";

export type ConductorAction =
  /** Look at the player, and if it shows nothing and `asksDevices` at the devices too. A look that only keeps up may wait. */
  | { do: "look"; mayWait: boolean; asksDevices: boolean }
  /** Order the first song of the queue. */
  | { do: "start_request" }
  | { do: "start_fallback"; contextUri: string }
  /** Pause the playlist that plays. Answered by `fallback_stopped`. */
  | { do: "stop_fallback" }
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
