// What several looks say of a song: when it ends, whether it moves on, and when it fades into the next one
// (docs/conductor.md#the-end-of-a-song). Pure.
import { isAtEnd } from "../seen_song.ts";
import type { ConductorState, Crossfade, Fade, Motion, Playing, Shown } from "./state.ts";

/** A crossfade shows the next song this long before the end of the present one. */
const BEFORE_END_MS = 15_000;
const AFTER_END_MS = 5_000;
/** A song that stands still for this long has no sound. Buffering takes less. */
const STAND_MS = 8_000;
/** A song that moves has come this far by the first look. */
const MOVED_MS = 1_000;
/** The part of the time that has passed by which a song moves that has not just begun to stand. */
const MOVED_PART = 0.2;
/** The player's clock and buffering lose no more than this between two looks. */
const MAX_LAG_MS = 3_000;
/** Looks that are closer than this prove nothing: all of the time between them may be such a loss. */
const MIN_APART_MS = MAX_LAG_MS + 500;

/** When the song that is shown ends (epoch ms), if it goes on; null if that is not known. */
export function endOf({ song, progressMs }: Shown, at: number): number | null {
  return song === null || progressMs === null ? null : at + song.durationMs - progressMs;
}

/** Whether a change of the song at `at` comes from the song's end at `endsAt`, and not from a person. */
export function isNaturalChange(endsAt: number | null, at: number): boolean {
  return endsAt !== null && at >= endsAt - BEFORE_END_MS && at <= endsAt + AFTER_END_MS;
}

/** What is known of the song's motion after it was shown at `at` (epoch ms). */
export function motionOf(before: Motion | null, shown: Shown, at: number): Motion | null {
  const { isPlaying, progressMs } = shown;
  if (progressMs === null || (before && at - before.at < MIN_APART_MS)) return before;
  const { heardMs = 0, isOrderedAgain = false } = before ?? {};
  const known = {
    ...{ progressMs, at, isPlaying, isOrderedAgain },
    heardMs: Math.max(heardMs, progressMs),
  };
  const moving = { ...known, standsSince: null, isStill: false };
  if (!isPlaying || isAtEnd(shown)) return moving;
  if (!before) return { ...moving, standsSince: progressMs < MOVED_MS ? at : null };
  // When the pause ended is not known.
  if (!before.isPlaying) return moving;
  const movedMs = progressMs - before.progressMs;
  const lostMs = at - before.at - movedMs;
  // Backwards goes only a person.
  if (lostMs <= MAX_LAG_MS || movedMs <= -MOVED_MS) return moving;
  const standsSince = before.standsSince ?? at - lostMs;
  // A person may have paused between two looks, so one interval proves nothing.
  const leastMs = Math.min((at - before.at) * MOVED_PART, MAX_LAG_MS);
  const isStill = before.standsSince !== null && movedMs < leastMs;
  return { ...known, standsSince, isStill };
}

/** Whether the song of ours has stood still for so long that something has to be done. */
export function isSilent({ by, motion }: Playing, at: number): boolean {
  return by !== "other" && motion?.standsSince != null && motion.isStill &&
    at >= motion.standsSince + STAND_MS;
}

// What is known of the music app's crossfade, and when the next song has to be ordered because of it
// (docs/conductor.md#what-comes-by-itself). Pure.

/** The next song is ordered this long before the present one ends or fades. */
const HAND_OVER_MS = 1_500;
/** The longest crossfade of any service. */
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
