// What the conductor orders, and how a play ends (docs/conductor.md). Pure.
import type { ConductorAction, End } from "./actions.ts";
import { cleared, type ConductorState, type Playing } from "./state.ts";
import { fallbackOf } from "./times.ts";

/** How far the player's clock may be ahead of ours. */
export const CLOCK_SLACK_MS = 1_000;

export interface Step {
  state: ConductorState;
  actions: ConductorAction[];
}

/** Two steps in a row. The second begins with the state after the first. */
export function then(first: Step, second: Step): Step {
  return { state: second.state, actions: [...first.actions, ...second.actions] };
}

/** Orders the first song of the queue, else the playlist, if there is one. */
export function start(state: ConductorState): Step {
  const { next } = state;
  const ordering = { ...state, underWay: "order" } as const;
  if (next.request) return { state: ordering, actions: [{ do: "start_request" }] };
  const contextUri = fallbackOf(state);
  if (contextUri === null) return { state, actions: [] };
  return { state: ordering, actions: [{ do: "start_fallback", contextUri }] };
}

/** A person skips what plays, and wants the next song. */
export function skip(state: ConductorState): Step {
  const { playing } = state;
  return {
    state: { ...state, ...cleared(state), playing: null },
    actions: playing ? endOfPlay(playing, "skipped") : [],
  };
}

/** What played is over. */
export function over(state: ConductorState, playing: Playing, why: End): Step {
  return {
    state: { ...state, playing: null, hold: withoutPause(state.hold) },
    actions: [...endOfPlay(playing, why), { do: "show", heard: null }],
  };
}

/** Whether the song is over at `at` (epoch ms), if nothing held it up. */
export function isAfterEnd({ endsAt }: Playing, at: number): boolean {
  return endsAt !== null && at >= endsAt - CLOCK_SLACK_MS;
}

/** Whether a song that the player accepted, and that could not be looked at meanwhile, is over by now. */
export function isPast(playing: Playing, at: number): boolean {
  return playing.hasBegun && isAfterEnd(playing, at);
}

/** A pause ends when the music goes on, or when nothing is left that could go on. */
export function withoutPause(hold: ConductorState["hold"]): ConductorState["hold"] {
  return hold === "paused" ? null : hold;
}

/** Records the end of a request's play, and its beginning if that was not known yet. */
export function endOfPlay({ playId, hasBegun, since }: Playing, why: End): ConductorAction[] {
  if (playId === undefined) return [];
  const begun: ConductorAction[] = hasBegun ? [] : [{ do: "begin", playId, at: since }];
  return [...begun, { do: "end", playId, why }];
}
