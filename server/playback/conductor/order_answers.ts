// What the answer to an order changes (docs/conductor.md). Pure.
import type { ConductorAction } from "./actions.ts";
import { endOfPlay, type Step } from "./orders.ts";
import { cleared, type ConductorState, type Playing } from "./state.ts";

/** Songs in a row that could not be played. The reason is then not the songs. */
export const MAX_FAILURES = 3;

/** An order was accepted. What played before is replaced: for a request by its record, for a playlist here. */
export function begun(
  state: ConductorState,
  playing: Omit<Playing, "since" | "isSeen" | "motion">,
  at: number,
): Step {
  const before = state.playing;
  const actions = playing.by === "fallback" && before ? endOfPlay(before, "finished") : [];
  return {
    state: {
      ...state,
      ...cleared(state),
      fallbackTries: state.fallbackTries,
      underWay: null,
      commandedAt: at,
      playing: { ...playing, since: at, isSeen: false, motion: null },
    },
    actions,
  };
}

/** An order was accepted and the player does not show its effect. */
export function withoutEffect(state: ConductorState, playing: Playing): Step {
  if (playing.by === "fallback") {
    return {
      state: { ...state, playing: null, fallbackTries: state.fallbackTries + 1 },
      actions: [],
    };
  }
  const playId = playing.playId!;
  const action: ConductorAction = playing.hasBegun
    ? { do: "end", playId, why: "not_played" }
    : { do: "release", playId };
  return {
    state: { ...state, playing: null, underWay: playing.hasBegun ? null : "order" },
    actions: [action],
  };
}

/** A song could not be played. After three in a row the songs go back, and a person has to say when to go on. */
export function releasedSong(state: ConductorState, unplayable: boolean): Step {
  const failures = state.failures + (unplayable ? 1 : 0);
  const next = { ...state.next, request: state.next.request || !unplayable };
  const answered = { ...state, underWay: null, failures, next };
  if (failures < MAX_FAILURES) return { state: answered, actions: [] };
  return {
    state: { ...answered, hold: "stopped", next: { ...next, request: true } },
    actions: [{ do: "return_failed" }],
  };
}
