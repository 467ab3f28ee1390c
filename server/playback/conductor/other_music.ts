// Music that the conductor did not order just now, and what the pages show of any music. Pure.
import type { ConductorAction } from "./actions.ts";
import type { Shown } from "./facts.ts";
import { endOf } from "./song_end.ts";
import type { Step } from "./orders.ts";
import type { ConductorState, Playing } from "./state.ts";

/** Something plays that was not ordered just now. The cafe's playlist is the fallback, also if a person started it. */
export function other(state: ConductorState, shown: Shown, at: number): Step {
  const isFallback = shown.contextUri !== null && shown.contextUri === state.next.fallback;
  const playing: Playing = {
    ...isFallback ? { by: "fallback", contextUri: shown.contextUri! } : { by: "other" },
    song: shown.song,
    since: at,
    endsAt: endOf(shown, at),
    isSeen: true,
    motion: null,
    hasBegun: true,
  };
  const hold = isFallback && shown.isPlaying ? null : state.hold;
  return { state: { ...state, playing, hold }, actions: heardOf(playing, shown) };
}

/** The action that tells the pages what is heard. An advertisement or an episode is not a song, and not shown. */
export function heardOf(
  { playId, song }: Playing,
  { progressMs, isPlaying }: Shown,
): ConductorAction[] {
  const heard = song && { playId: playId ?? null, song, positionMs: progressMs, isPlaying };
  return [{ do: "show", heard }];
}
