// What the player's machine consists of: beginning, sounding, stopping, and having the next song at hand. Pure.
import type { PlayerSong } from "../../../server/contract/player.ts";
import type { Side, SpeakerState, Step } from "./speaker_state.ts";
import { then, unchanged } from "./speaker_step.ts";

/** Plays nothing any more. What played fades out within `fadeMs`, 0 if it is silent already. */
export function stop(state: SpeakerState, fadeMs: number): Step {
  const { playing, side, hasBegun } = state;
  if (!playing) return unchanged(state);
  const fades = hasBegun ? fadeMs : 0;
  return {
    state: { ...state, playing: null, hasBegun: false, isFading: fades > 0 },
    commands: [{ do: "stop", side, fadeMs: fades }],
  };
}

/** Begins the next song, if there is one, unless nothing may sound now. */
export function beginNext(state: SpeakerState, fadeMs = 0): Step {
  const { next } = state;
  if (!next || state.isPaused || state.hasSlept) return prepare(state);
  return begin({ ...state, next: null }, next, fadeMs);
}

/** Begins a song on the deck that holds it already, or on the other one of the two. */
export function begin(state: SpeakerState, song: PlayerSong, fadeMs = 0): Step {
  const side = other(state.side);
  const begun: Step = {
    state: {
      ...state,
      side,
      playing: song,
      hasBegun: false,
      positionMs: song.positionMs,
      loaded: null,
    },
    commands: state.loaded === song.id ? [] : [{ do: "load", side, song }],
  };
  return then(begun, (state) => sound(state, fadeMs));
}

/** Lets the song sound, or be silent, as it may now. */
export function sound(state: SpeakerState, fadeMs = 0): Step {
  const { side, playing } = state;
  if (!playing) return beginNext(state);
  return {
    state,
    commands: [maySound(state) ? { do: "play", side, fadeMs } : { do: "pause", side }],
  };
}

/** Makes the deck that does not play hold the next song. */
export function prepare(state: SpeakerState): Step {
  const { next, loaded, isFading } = state;
  const side = other(state.side);
  if (isFading || (next?.id ?? null) === loaded) return unchanged(state);
  return {
    state: { ...state, loaded: next?.id ?? null },
    commands: [next ? { do: "load", side, song: next } : { do: "stop", side, fadeMs: 0 }],
  };
}

/** Whether anything may be heard now. */
export function maySound({ isPaused, hasSlept, needsPress }: SpeakerState): boolean {
  return !isPaused && !hasSlept && !needsPress;
}

function other(side: Side): Side {
  return side === "a" ? "b" : "a";
}
