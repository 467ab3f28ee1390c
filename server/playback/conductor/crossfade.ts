// What is known of the music app's crossfade, and when the next song has to be ordered because of it
// (docs/conductor.md#what-comes-by-itself). Pure.
import type { ConductorState, Crossfade, Fade, Playing } from "./state.ts";
import type { Shown } from "./vocabulary.ts";

/** The next song is ordered this long before the present one ends or fades. */
export const HAND_OVER_MS = 1_500;
/** Services have no longer ones. */
const MAX_CROSSFADE_MS = 12_000;
/** Two looks agree on when a song ends by as much. */
const BLUR_MS = 1_000;
/** A song that goes on this long after it should have faded does not. */
const SURE_MS = 2 * BLUR_MS;
/** A shorter one could not be seen before the next song has to be ordered, and costs a song no more than that. */
const MIN_UNSURE_MS = HAND_OVER_MS + BLUR_MS;
/** While nothing is known, a song that has this much left may still fade. */
const UNKNOWN_MS = 3_000;

/** When the song ends, or begins to fade into the next one; null if that is not known. */
export function fadesAt(state: ConductorState, { by, endsAt }: Playing): number | null {
  return endsAt === null ? null : endsAt - (state.crossfade[kindOf(by)]?.ms ?? 0);
}

/**
 * When the next song has to be ordered; null if that is not known. A fade that was seen once may have been a person's
 * choice, which would cost every later song its end: the next one shows if it is there.
 */
export function handOverAt(state: ConductorState, playing: Playing): number | null {
  const at = fadesAt(state, playing);
  if (at === null) return null;
  const isSure = state.crossfade[kindOf(playing.by)]?.isSure ?? true;
  return isSure ? at - HAND_OVER_MS : Math.min(at + SURE_MS, playing.endsAt! - HAND_OVER_MS);
}

/** Whether it is not known yet if the song that plays will fade. */
export function mayFade(state: ConductorState, { by }: Playing): boolean {
  return state.crossfade[kindOf(by)] === null;
}

/** The service has gone on from `before` to what is shown at `at` (epoch ms). */
export function learnedFromChange(
  state: ConductorState,
  before: Playing,
  { progressMs, isPlaying }: Shown,
  at: number,
): Crossfade {
  const { by, endsAt } = before;
  if (endsAt === null || progressMs === null || !isPlaying) return state.crossfade;
  const ms = endsAt - (at - progressMs);
  if (ms < -BLUR_MS || ms > MAX_CROSSFADE_MS + BLUR_MS) return state.crossfade;
  const known = state.crossfade[kindOf(by)];
  const isAgain = known !== null && Math.abs(ms - known.ms) <= BLUR_MS;
  const learned = ms < BLUR_MS ? NO_FADE : { ms, isSure: isAgain || ms < MIN_UNSURE_MS };
  return { ...state.crossfade, [kindOf(by)]: learned };
}

/** The song goes on at `at`. If it should have faded by then, it does not. */
export function learnedFromSong(state: ConductorState, playing: Playing, at: number): Crossfade {
  const { by, endsAt } = playing;
  const known = state.crossfade[kindOf(by)];
  const hasFaded = endsAt !== null && endsAt - at < (known?.ms ?? UNKNOWN_MS) - BLUR_MS;
  return hasFaded && known?.ms !== 0
    ? { ...state.crossfade, [kindOf(by)]: NO_FADE }
    : state.crossfade;
}

const NO_FADE: Fade = { ms: 0, isSure: true };

function kindOf(by: Playing["by"]): keyof Crossfade {
  return by === "fallback" ? "playlist" : "single";
}
