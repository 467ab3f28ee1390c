// The simplest steps of the player's machine, and how two become one. Pure.
import type { Report, SpeakerState, Step } from "./speaker_state.ts";

/** A step that does nothing. */
export function unchanged(state: SpeakerState): Step {
  return { state, commands: [] };
}

/** A step that tells the server something. */
export function reporting(state: SpeakerState, report: Report): Step {
  return { state, commands: [{ do: "report", report }] };
}

/** One step after another. */
export function then(before: Step, work: (state: SpeakerState) => Step): Step {
  const after = work(before.state);
  return { state: after.state, commands: [...before.commands, ...after.commands] };
}
