// Whether the song that plays moves on. A player may say that it plays while it stands still without sound. Pure.
import type { Shown } from "./facts.ts";
import { isAtEnd } from "./song_end.ts";
import { over, type Step } from "./orders.ts";
import { MAX_FAILURES, withoutEffect } from "./order_answers.ts";
import type { ConductorState, Motion, Playing } from "./state.ts";

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
/** A song that is cut off later than this has been heard. */
const HEARD_MS = 30_000;

/** What is known of the song's motion after it was shown at `at` (epoch ms). */
export function motionOf(before: Motion | null, shown: Shown, at: number): Motion | null {
  const { isPlaying, progressMs } = shown;
  if (progressMs === null || (before && at - before.at < MIN_APART_MS)) return before;
  const known = { progressMs, at, isPlaying, isOrderedAgain: before?.isOrderedAgain ?? false };
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
  const isStill = before.standsSince !== null && movedMs < (at - before.at) * MOVED_PART;
  return { ...known, standsSince, isStill };
}

/** Whether the song of ours has stood still for so long that something has to be done. */
export function isSilent({ by, motion }: Playing, at: number): boolean {
  return by !== "other" && motion?.standsSince != null && motion.isStill &&
    at >= motion.standsSince + STAND_MS;
}

/** A song without sound is ordered once more. If it still has none, it is over. A playlist is started again. */
export function endSilence(state: ConductorState, playing: Playing): Step {
  if (playing.by !== "request") return withoutEffect(state, playing);
  const { motion, song } = playing;
  if (!motion!.isOrderedAgain) {
    return {
      state: { ...state, underWay: "order" },
      actions: [{ do: "order_again", song: song! }],
    };
  }
  const failures = state.failures + 1;
  const failed = {
    ...state,
    failures,
    ...(failures < MAX_FAILURES ? {} : { hold: "stopped" as const }),
  };
  return over(failed, playing, motion!.progressMs < HEARD_MS ? "not_played" : "cut");
}

/** The song was ordered once more at `at` (epoch ms). */
export function orderedAgain(state: ConductorState, at: number): ConductorState {
  const { playing } = state;
  const motion = {
    progressMs: 0,
    at,
    isPlaying: true,
    standsSince: null,
    isStill: false,
    isOrderedAgain: true,
  };
  const again = playing && { ...playing, motion, endsAt: at + playing.song!.durationMs };
  return { ...state, underWay: null, commandedAt: at, playing: again };
}
