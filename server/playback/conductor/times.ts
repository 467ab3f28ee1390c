// When the conductor looks at the player, and how long it leaves it alone (docs/conductor.md#looks). Pure.
// Times are epoch ms.
import { MINUTE_MS } from "../../contract/clock.ts";
import { STUCK_MS } from "../seen_song.ts";
import { fadesAt, handOverAt, mayFade } from "./song.ts";
import { type ConductorState, type Failure, stateAt, type Step, then } from "./state.ts";

/** Commands show their effect only after some time. Earlier looks may be stale. */
const STALE_MS = 3_000;
/** An accepted order counts as begun after this time, if the player could not be looked at. */
const UNSEEN_MS = 15_000;
/** The look before a song's end, which keeps up with the end's time, and the order of the next one. */
const LAST_CHECK_MS = 10_000;
/** If it is not known whether a song fades into the next one, it is looked at once more between these two. */
const FADE_CHECK_MS = 5_500;
/** A song that should have ended by itself is looked at this long after. */
const AFTER_END_MS = 2_000;
/** A song of the service's own that is younger has hardly begun. */
export const INTRUDER_MS = 5_000;
/** By how much two looks may disagree on when a song ends. */
export const SLACK_MS = 500;
/** How long silence lasts before a person's music counts as over. */
export const HUMAN_SILENCE_MS = 15_000;
/** Orders of the playlist without effect, after which it is not ordered any more. */
export const MAX_FALLBACK_TRIES = 3;
/** Between two looks while nothing is expected: with the dashboard open, and without. */
const WATCHED_MS = 10_000;
const UNWATCHED_MS = 30_000;
/** So many looks in a row have to show nothing before it is believed that nothing plays. */
export const MAX_EMPTY_LOOKS = 3;
/** Between two looks at a player that shows nothing although a song should play. */
const EMPTY_MS = 2_000;
/** Between two looks at a song that stands still, and at what ends at a time that is not known. */
const STANDING_MS = 4_000;
/** How long a service is left alone that does not say how long. The pause doubles while it goes on. */
const FIRST_PAUSE_MS = 5_000;
const MAX_PAUSE_MS = MINUTE_MS;
/** Between two tries to find a device. */
export const NO_DEVICE_MS = 15_000;
const NOT_CONNECTED_MS = MINUTE_MS;

/**
 * When to look at the player next, as told at `at` (epoch ms); null if only an event can change anything. `watchedUntil`:
 * until then the dashboard is open.
 */
export function wakeAt(known: ConductorState, watchedUntil: number, at: number): number | null {
  const state = stateAt(known, at);
  const { obstacle, playing, hold, underWay, lookedAt, commandedAt } = state;
  if (underWay) return null;
  const staleUntil = (commandedAt ?? -STALE_MS) + STALE_MS;
  if (obstacle) return Math.max(obstacle.until, staleUntil);
  if (lookedAt === null) return staleUntil;
  if (hold === "stopped") return null;
  if (!playing && !hold) return hasNext(state) ? Math.max(lookedAt, staleUntil) : null;
  const every = lookedAt + (lookedAt < watchedUntil ? WATCHED_MS : UNWATCHED_MS);
  const afterCommand = commandedAt !== null && commandedAt > lookedAt ? [staleUntil] : [];
  const times = [every, ...afterCommand, ...expected(state)].filter((at) => at > lookedAt);
  return Math.max(Math.min(...times), staleUntil);
}

/** Whether what the player shows at `at` (epoch ms) may be older than the last command. */
export function isStale({ commandedAt }: ConductorState, at: number): boolean {
  return commandedAt !== null && at < commandedAt + STALE_MS;
}

/** Whether there is something to start. */
export function hasNext(state: ConductorState): boolean {
  return state.next.request || fallbackOf(state) !== null;
}

/** The playlist for an empty queue, null if there is none or it could not be started. */
export function fallbackOf({ next, fallbackTries }: ConductorState): string | null {
  return fallbackTries < MAX_FALLBACK_TRIES ? next.fallback : null;
}

/**
 * Whether something else has to follow when the present song ends, and be it silence. A playlist goes on by itself until it
 * or its device is changed.
 */
export function hasSuccessor(state: ConductorState): boolean {
  const { next, playing, leftDevice } = state;
  const fallback = fallbackOf(state);
  return next.request || isTakenAway(state) ||
    (fallback !== null && (playing?.contextUri !== fallback || leftDevice !== null));
}

/** Whether the cafe's playlist plays and the cafe has none now: the owner, or the hour, wants silence. */
export function isTakenAway({ next, playing }: ConductorState): boolean {
  return playing?.by === "fallback" && next.fallback === null && !next.request;
}

/** The times at which something is expected to change, past ones too. */
function expected(state: ConductorState): number[] {
  const { playing, hold, lookedAt, emptyLooks, silentSince } = state;
  if (hold === "human" && silentSince !== null) return [silentSince + HUMAN_SILENCE_MS];
  // What a person chose is over then, or the service has gone on by itself.
  if (hold === "human") return playing?.endsAt == null ? [] : [playing.endsAt + AFTER_END_MS];
  if (hold || !playing) return [];
  if (emptyLooks > 0) return [lookedAt! + EMPTY_MS];
  if (!playing.isSeen) return [playing.since + STALE_MS];
  if (playing.motion?.standsSince != null) return [lookedAt! + STANDING_MS];
  const { endsAt } = playing;
  const end = fadesAt(state, playing);
  if (endsAt === null || end === null) {
    return playing.song === null && state.next.request ? [lookedAt! + STANDING_MS] : [];
  }
  return [
    end - LAST_CHECK_MS,
    ...state.next.request && mayFade(state, playing) ? [end - FADE_CHECK_MS] : [],
    ...hasSuccessor(state) ? [handOverAt(state, playing)!] : [],
    end + AFTER_END_MS,
    endsAt + STUCK_MS,
  ];
}

/** Looks at the player if something may have changed. */
export function woke(state: ConductorState, at: number): Step {
  const { underWay, obstacle, hold } = state;
  if (underWay || (obstacle && at < obstacle.until) || hold === "stopped") {
    return { state, actions: [] };
  }
  const given = giveTime(state, at);
  return isLookDue(given.state, at) ? then(given, look(given.state, at)) : given;
}

function isLookDue(state: ConductorState, at: number): boolean {
  const { playing, hold, obstacle, lookedAt } = state;
  if (isStale(state, at)) return false;
  if (lookedAt === null || hasNext(state)) return true;
  return playing !== null || hold !== null || obstacle !== null;
}

/** A look that only keeps up may be left out if the service is busy. */
function look(state: ConductorState, at: number): Step {
  const { playing, hold, obstacle, lookedAt, emptyLooks } = state;
  const handOver = playing && handOverAt(state, playing);
  const isHandOver = handOver !== null && at >= handOver - SLACK_MS;
  const isKnown = hold !== null || playing?.isSeen === true;
  const mayWait = isKnown && !isHandOver && !obstacle && lookedAt !== null && emptyLooks === 0;
  const asksDevices = mayAskDevices(state, at);
  const devicesAskedAt = asksDevices ? at : state.devicesAskedAt;
  return {
    state: { ...state, underWay: "look", devicesAskedAt },
    actions: [{ do: "look", mayWait, asksDevices }],
  };
}

/** Until it is believed that nothing plays, the devices do not matter. They do not change every few seconds either. */
function mayAskDevices(
  { playing, emptyLooks, devicesAskedAt }: ConductorState,
  at: number,
): boolean {
  const isRecent = devicesAskedAt !== null && at < devicesAskedAt + NO_DEVICE_MS;
  return !isRecent && (playing === null || emptyLooks >= MAX_EMPTY_LOOKS - 1);
}

/** An order that could not be looked at for long counts as carried out, as the service said. */
export function giveTime(state: ConductorState, at: number): Step {
  const { playing } = state;
  if (!playing || playing.hasBegun || at < playing.since + UNSEEN_MS) return { state, actions: [] };
  return {
    state: { ...state, playing: { ...playing, hasBegun: true } },
    actions: [{ do: "begin", playId: playing.playId!, at: playing.since }],
  };
}

/** Returns the state after a call failed at `at` (epoch ms). */
export function failed(state: ConductorState, failure: Failure, at: number): ConductorState {
  switch (failure.kind) {
    case "busy":
    case "unreachable": {
      const pause = Math.min(FIRST_PAUSE_MS * 2 ** state.outages, MAX_PAUSE_MS);
      const named = failure.kind === "busy" ? failure.until : null;
      // A time that is over already names no pause.
      const until = named !== null && named > at ? named : at + pause;
      return { ...state, outages: state.outages + 1, obstacle: { kind: "blocked", until } };
    }
    case "no_device": {
      const { kind, sentence } = failure;
      return { ...state, obstacle: { kind, until: at + NO_DEVICE_MS, sentence } };
    }
    case "not_connected":
      return { ...state, obstacle: { kind: "reconnect", until: at + NOT_CONNECTED_MS } };
  }
}
