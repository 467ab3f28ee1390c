// What the conductor does when the time has come to look at the player (docs/conductor.md#looks). Pure.
import { type Step, then } from "./orders.ts";
import type { ConductorState } from "./state.ts";
import { HAND_OVER_MS, hasNext, isStale, MAX_EMPTY_LOOKS, SLACK_MS, UNSEEN_MS } from "./times.ts";

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
  const isHandOver = playing?.endsAt != null && at >= playing.endsAt - HAND_OVER_MS - SLACK_MS;
  const isKnown = hold !== null || playing?.isSeen === true;
  const mayWait = isKnown && !isHandOver && !obstacle && lookedAt !== null && emptyLooks === 0;
  // Until it is believed that nothing plays, the devices do not matter.
  const asksDevices = playing === null || emptyLooks >= MAX_EMPTY_LOOKS - 1;
  return {
    state: { ...state, underWay: "look" },
    actions: [{ do: "look", mayWait, asksDevices }],
  };
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
