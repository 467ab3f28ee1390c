// The player as a state machine: an event in a state leads to another state and to commands. Pure.
import type { PlayerOrders } from "../../../server/contract/player.ts";
import { begin, beginNext, maySound, prepare, sound, stop } from "./speaker_moves.ts";
import {
  type Report,
  SILENT,
  type SpeakerEvent,
  type SpeakerState,
  type Step,
} from "./speaker_state.ts";
import { reporting, then, unchanged } from "./speaker_step.ts";

/** How long a song that is stopped fades out, in ms. */
const STOP_FADE_MS = 300;
/** After so many songs in a row that cannot be played, only the server's word lets another one begin. */
const MAX_FAILURES = 3;

/** What `event` leads to (docs/player.md#page). */
export function step(state: SpeakerState, event: SpeakerEvent): Step {
  const isOld = "id" in event && event.id !== state.playing?.id;
  return isOld ? unchanged(state) : stepNow(state, event);
}

function stepNow(state: SpeakerState, event: SpeakerEvent): Step {
  const { playing, hasBegun, positionMs } = state;
  switch (event.type) {
    case "orders":
      return obey(state, event.orders);
    case "began":
      if (hasBegun) return unchanged(state);
      return reporting({ ...state, hasBegun: true, failures: 0, needsPress: false }, {
        playId: event.id,
        event: "started",
        positionMs,
      });
    case "position": {
      const moved = { ...state, positionMs: event.positionMs };
      // The song that fades out is at its end, and the next one has to be there.
      const handsOver = hasBegun && event.crossfadeMs > 0 && event.leftMs <= event.crossfadeMs &&
        state.loaded !== null && state.loaded === state.next?.id && maySound(state);
      return handsOver ? end(moved, event.crossfadeMs) : unchanged(moved);
    }
    case "ended":
      return end({ ...state, positionMs: event.positionMs });
    case "failed":
      return fail(state, event.why);
    case "refused":
      return unchanged({ ...state, needsPress: true });
    case "faded":
      return prepare({ ...state, isFading: false });
    case "pressed":
      return sound({ ...state, needsPress: false });
    case "slept":
      return {
        state: { ...state, hasSlept: true },
        commands: playing ? [{ do: "pause", side: state.side }] : [],
      };
    case "progress":
      if (!playing || !hasBegun || !maySound(state)) return unchanged(state);
      return reporting(state, { playId: playing.id, event: "progress", positionMs });
    case "closed":
      return {
        state: { ...SILENT, volumePercent: state.volumePercent },
        commands: [{ do: "stop", side: "a", fadeMs: 0 }, { do: "stop", side: "b", fadeMs: 0 }],
      };
  }
}

function obey(before: SpeakerState, { play, next, paused, volumePercent }: PlayerOrders): Step {
  const state = { ...before, isPaused: paused, hasSlept: false, volumePercent };
  const { playing } = state;
  const volume: Step = { state, commands: [{ do: "volume", percent: volumePercent }] };
  // The server learns that the song has begun by a report that follows. What comes after it is not known before.
  const isBeginning = play === null && playing && !state.hasBegun && playing.id === next?.id;
  if (isBeginning) return then(volume, sound);
  const known = then(volume, (state) => unchanged({ ...state, next }));
  if (play && play.id === playing?.id) return then(then(known, sound), prepare);
  const silent = then(known, (state) => stop(state, maySound(before) ? STOP_FADE_MS : 0));
  return play
    ? then(then(silent, (state) => begin(state, play)), prepare)
    : then(silent, beginNext);
}

/** The song is over: says so, and begins the next one. */
function end(state: SpeakerState, crossfadeMs = 0): Step {
  const { playing, positionMs } = state;
  const said = reporting(state, { playId: playing!.id, event: "ended", positionMs });
  return then(then(said, (state) => stop(state, crossfadeMs)), (s) => beginNext(s, crossfadeMs));
}

function fail(state: SpeakerState, why: string): Step {
  const { playing, positionMs } = state;
  const report: Report = { playId: playing!.id, event: "failed", positionMs, why };
  const said = reporting({ ...state, failures: state.failures + 1 }, report);
  const silent = then(said, (state) => stop(state, 0));
  return silent.state.failures < MAX_FAILURES ? then(silent, beginNext) : silent;
}
