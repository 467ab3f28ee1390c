// The conductor of one cafe as a state machine: what it does about what happens (docs/conductor.md). Pure.
import { skip, start, type Step, then } from "./orders.ts";
import { begun, releasedSong } from "./order_answers.ts";
import type { ConductorEvent } from "./events.ts";
import { failed } from "./failures.ts";
import { orderedAgain } from "./motion.ts";
import type { Look } from "./facts.ts";
import { cleared, type ConductorState, type Playing } from "./state.ts";
import { takeIn } from "./take_in.ts";
import {
  HAND_OVER_MS,
  hasNext,
  hasSuccessor,
  HUMAN_SILENCE_MS,
  isStale,
  MAX_FALLBACK_TRIES,
  SLACK_MS,
} from "./times.ts";
import { giveTime, woke } from "./wake.ts";

/** Returns the state after `event` at `at` (epoch ms), and what is to be done now. */
export function step(state: ConductorState, event: ConductorEvent, at: number): Step {
  switch (event.type) {
    case "woke":
      return woke(state, at);
    case "looked":
      return looked(state, event.look, at);
    case "look_failed":
      return giveTime(failed({ ...state, underWay: null, lookedAt: at }, event.failure, at), at);
    case "look_left_out":
      return { state: { ...state, underWay: null, lookedAt: at }, actions: [] };
    case "next_changed": {
      const { request, fallback } = event;
      const isNew = fallback !== state.next.fallback;
      const fallbackTries = isNew ? 0 : state.fallbackTries;
      return woke({ ...state, next: { request, fallback }, fallbackTries }, at);
    }
    case "request_ordered": {
      const { playId, song, hasBegun, since = at } = event;
      const endsAt = since + song.durationMs;
      const ordered = begun(state, { by: "request", playId, song, endsAt, hasBegun }, since);
      if (event.since === undefined) return ordered;
      // Another call has ordered it. One of ours may still be under way.
      const known = { ...ordered, state: { ...ordered.state, underWay: state.underWay } };
      return then(known, woke(known.state, at));
    }
    case "fallback_ordered": {
      const { contextUri } = event;
      const playing = { by: "fallback", contextUri, song: null, endsAt: null } as const;
      return begun(state, { ...playing, hasBegun: true }, at);
    }
    case "fallback_missing":
      // It is tried again after the next song that plays: the owner may have mended it.
      return decide({ ...state, underWay: null, fallbackTries: MAX_FALLBACK_TRIES }, at);
    case "ordered_again":
      return { state: orderedAgain(state, at), actions: [] };
    case "order_failed":
      return { state: failed({ ...state, underWay: null }, event.failure, at), actions: [] };
    case "order_left":
      return event.isOver
        ? woke({ ...state, underWay: null }, at)
        : { state: { ...state, underWay: null, commandedAt: at }, actions: [] };
    case "queue_empty":
      return decide({ ...state, underWay: null, next: { ...state.next, request: false } }, at);
    case "released": {
      const released = releasedSong(state, event.unplayable);
      return then(released, decide(released.state, at));
    }
    case "paused":
      return { state: { ...state, hold: "paused", commandedAt: at }, actions: [] };
    case "resumed":
      return resumed(state, at);
    case "skipped": {
      const skipped = skip(state);
      return then(skipped, decide(skipped.state, at));
    }
    case "connected":
      return woke({ ...state, obstacle: null }, at);
  }
}

/** A person who wants the queue back does not wait for the end of what was chosen by hand. */
function resumed(state: ConductorState, at: number): Step {
  const free = { ...state, ...cleared(state), commandedAt: at };
  if (state.hold !== "human" || state.underWay || !hasNext(free)) return woke(free, at);
  return start({ ...free, playing: null });
}

function looked(state: ConductorState, shown: Look, at: number): Step {
  const answered = { ...state, underWay: null };
  if (isStale(state, at)) return { state: answered, actions: [] };
  const taken = takeIn(answered, shown, at);
  return taken.state.underWay ? taken : then(taken, decide(taken.state, at));
}

/** Starts the next song if it is time to. Comes right after a look, so that a person's pause or choice is known. */
function decide(state: ConductorState, at: number): Step {
  const { playing, obstacle, hold, silentSince } = state;
  if (obstacle || state.underWay) return { state, actions: [] };
  if (hold === "human" && silentSince !== null && at >= silentSince + HUMAN_SILENCE_MS) {
    return decide({ ...state, hold: null, silentSince: null }, at);
  }
  if (hold || (playing && !isTimeFor(state, playing, at))) return { state, actions: [] };
  return start(state);
}

/** Whether the present song is about to end, and something else has to follow. */
function isTimeFor(state: ConductorState, { endsAt, isSeen }: Playing, at: number): boolean {
  return isSeen && endsAt !== null && at >= endsAt - HAND_OVER_MS - SLACK_MS &&
    hasSuccessor(state);
}
