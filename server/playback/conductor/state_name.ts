// The name of what a conductor does or waits for (docs/conductor.md#states). Pure.
import type { PlaybackStateName } from "../../contract/automatic.ts";
import type { ConductorState } from "./state.ts";

export interface NamedState {
  state: PlaybackStateName;
  /** Until when (epoch ms), if that is known. */
  until: number | null;
  /** What to tell the owner, if it is more exact than the state's own sentence. */
  sentence: string | null;
  volumePercent: number | null;
}

export function nameOf(state: ConductorState): NamedState {
  const { hold, obstacle, playing, device } = state;
  const volumePercent = device?.volumePercent ?? null;
  const named = { until: null, sentence: null, volumePercent };
  if (hold === "stopped") return { ...named, state: hold };
  if (obstacle) {
    const { kind, until, sentence = null } = obstacle;
    return { ...named, state: kind, until: kind === "blocked" ? until : null, sentence };
  }
  if (hold) return { ...named, state: hold };
  if (!playing) return { ...named, state: "idle" };
  return { ...named, state: playing.by === "request" ? "request" : "fallback" };
}
