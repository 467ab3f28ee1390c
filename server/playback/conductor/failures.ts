// How long the conductor leaves the music service alone after a failure (docs/conductor.md). Pure.
import type { Failure } from "./events.ts";
import type { ConductorState } from "./state.ts";

const FIRST_PAUSE_MS = 5_000;
const MAX_PAUSE_MS = 60_000;
/** Between two tries to find a device. */
export const NO_DEVICE_MS = 15_000;
const NOT_CONNECTED_MS = 60_000;

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
