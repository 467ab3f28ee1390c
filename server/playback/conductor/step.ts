// The conductor of one cafe as a state machine: what it does about what happens (docs/conductor.md). Pure.
import { handOverAt } from "./song.ts";
import { begun, orderedAgain, releasedSong, skip, start } from "./orders.ts";
import {
  ANSWERED,
  cleared,
  type ConductorEvent,
  type ConductorState,
  type Look,
  overtake,
  type Playing,
  stateAt,
  type Step,
  then,
} from "./state.ts";
import { isOurs, takeIn } from "./take_in.ts";
import {
  failed,
  giveTime,
  hasNext,
  hasSuccessor,
  HUMAN_SILENCE_MS,
  INTRUDER_MS,
  isStale,
  MAX_FALLBACK_TRIES,
  SLACK_MS,
  woke,
} from "./times.ts";

/**
 * Returns the state after `event` at `at` (epoch ms), and what is to be done now. `backMs`: by how much the clock was set
 * back since the event before, if that is known.
 */
export function step(
  state: ConductorState,
  event: ConductorEvent,
  at: number,
  backMs = 0,
): Step {
  const told = answered(stateAt(state, at, backMs), event, at);
  return { ...told, state: { ...told.state, toldAt: at } };
}

function answered(state: ConductorState, event: ConductorEvent, at: number): Step {
  switch (event.type) {
    case "woke":
      return woke(state, at);
    case "looked":
      return looked(state, event.look, at);
    case "look_failed": {
      if (state.overtaken) return passedBy(state, at);
      const tried = { ...state, ...ANSWERED, lookedAt: at };
      return giveTime(failed(tried, event.failure, at), at);
    }
    case "look_left_out":
      return { state: { ...state, ...ANSWERED, lookedAt: at }, actions: [] };
    case "next_changed": {
      const { request, fallback } = event;
      const isNew = fallback !== state.next.fallback;
      const chosen = isNew ? { fallbackTries: 0, missing: null } : {};
      return woke({ ...state, next: { request, fallback }, ...chosen }, at);
    }
    case "request_ordered": {
      const { playId, song, hasBegun } = event;
      // A time of before the clock was set back may seem to lie ahead.
      const since = Math.min(event.since ?? at, at);
      const endsAt = since + song.durationMs;
      const ordered = begun(state, { by: "request", playId, song, endsAt, hasBegun }, since);
      if (event.since === undefined) return ordered;
      // Another call has ordered it. One of ours may still be under way.
      const { underWay, overtaken } = state;
      const known = overtake({ ...ordered.state, underWay, overtaken }, "order");
      return then({ ...ordered, state: known }, woke(known, at));
    }
    case "fallback_ordered": {
      const { contextUri } = event;
      const playing = { by: "fallback", contextUri, song: null, endsAt: null } as const;
      return begun(state, { ...playing, hasBegun: true }, at);
    }
    case "fallback_missing": {
      const answered = { ...state, ...ANSWERED };
      const missing = event.contextUri;
      if (missing !== state.next.fallback) return decide(answered, at);
      // It is tried again after the next song that plays: the owner may have mended it.
      return decide({ ...answered, missing, fallbackTries: MAX_FALLBACK_TRIES }, at);
    }
    case "fallback_stopped": {
      const stopped = { ...state, ...ANSWERED, playing: null, commandedAt: at };
      return then(
        { state: stopped, actions: [{ do: "show", heard: null }] },
        decide(stopped, at),
      );
    }
    case "ordered_again":
      return state.playing
        ? { state: orderedAgain(state, state.playing, at), actions: [] }
        : decide({ ...state, ...ANSWERED }, at);
    case "order_failed":
      return { state: failed({ ...state, ...ANSWERED }, event.failure, at), actions: [] };
    case "order_left":
      return event.isOver
        ? woke({ ...state, ...ANSWERED }, at)
        : { state: { ...state, ...ANSWERED, commandedAt: at }, actions: [] };
    case "queue_empty":
      return decide({ ...state, ...ANSWERED, next: { ...state.next, request: false } }, at);
    case "released": {
      const released = releasedSong(state, event.playId, event.unplayable);
      return then(released, decide(released.state, at));
    }
    case "forgotten":
      // What is heard of it is looked at anew.
      return state.playing?.playId === event.playId
        ? woke({ ...state, playing: null, lookedAt: null }, at)
        : { state, actions: [] };
    case "shown_elsewhere": {
      const { playing } = state;
      if (playing?.playId !== event.playId) return { state, actions: [] };
      // Only looks that come after that one can prove that it does not play any more.
      const shown = { ...playing, wasShown: true };
      return { state: { ...state, emptyLooks: 0, playing: shown }, actions: [] };
    }
    case "paused": {
      const told = overtake(state, "command");
      const hold = state.hold === "stopped" ? "stopped" : "paused";
      return { state: { ...told, hold, commandedAt: at }, actions: [] };
    }
    case "resumed":
      return resumed(state, at);
    case "skipped": {
      const skipped = skip(overtake(state, "next"));
      return then(skipped, decide(skipped.state, at));
    }
    case "connected":
      return connected(overtake(state, "command"), at);
  }
}

/** The song that plays is left where it is, and the next one begins where the owner wants it. */
function connected(state: ConductorState, at: number): Step {
  const left = state.device ?? state.shownDevice;
  const leftDevice = left?.id ?? null;
  return woke({ ...state, obstacle: null, device: null, leftDevice, leavesShown: true }, at);
}

/** A person who wants the queue back does not wait for the end of what was chosen by hand. */
function resumed(state: ConductorState, at: number): Step {
  const free = { ...state, ...cleared(state), commandedAt: at };
  // What stood in the way is the reason for the silence until a look knows more.
  const obstacle = state.obstacle && { ...state.obstacle, until: at };
  if (state.hold !== "human" || !hasNext(free)) {
    return woke(overtake({ ...free, obstacle }, "command"), at);
  }
  return decide({ ...overtake(free, "next"), playing: null }, at);
}

function looked(state: ConductorState, look: Look, at: number): Step {
  const { playing, overtaken } = state;
  // Who told of an order that was given by hand may know of it by this very look.
  const isKnown = overtaken === "order" && look.kind === "shown" && playing !== null &&
    isOurs(playing, look.shown);
  if (isStale(state, at) || (overtaken && !isKnown)) return passedBy(state, at);
  const taken = takeIn({ ...state, ...ANSWERED }, look, at);
  return taken.state.underWay ? taken : then(taken, decide(taken.state, at));
}

/** A look was answered that is of before what a person has done since. */
function passedBy(state: ConductorState, at: number): Step {
  const answered = { ...state, ...ANSWERED };
  return state.overtaken === "next" ? decide(answered, at) : woke(answered, at);
}

/** Starts the next song if it is time to. Comes right after a look, so that a person's pause or choice is known. */
function decide(state: ConductorState, at: number): Step {
  const { playing, obstacle, hold, silentSince } = state;
  if (obstacle || state.underWay) return { state, actions: [] };
  if (hold === "human" && silentSince !== null && at >= silentSince + HUMAN_SILENCE_MS) {
    return decide({ ...state, hold: null, silentSince: null }, at);
  }
  if (hold || (playing && !isTimeFor(state, playing, at) && !isIntruder(state, playing, at))) {
    return { state, actions: [] };
  }
  return start(state);
}

/** Whether the present song is about to end, and something else has to follow. */
function isTimeFor(state: ConductorState, playing: Playing, at: number): boolean {
  const handOver = handOverAt(state, playing);
  return playing.isSeen && handOver !== null && at >= handOver - SLACK_MS && hasSuccessor(state);
}

/** Whether the service was faster with a song of its own than the hand-over to a guest's song, and it has hardly begun. */
function isIntruder(
  { next }: ConductorState,
  { cameByItself, song, endsAt }: Playing,
  at: number,
): boolean {
  return cameByItself === true && next.request && song !== null && endsAt !== null &&
    at - (endsAt - song.durationMs) <= INTRUDER_MS;
}
