// When the conductor acts next (docs/conductor.md). Pure. Times are epoch ms.
import { STUCK_MS } from "./song_end.ts";
import type { ConductorState } from "./state.ts";

/** Commands show their effect only after some time. Earlier looks may be stale. */
const STALE_MS = 3_000;
/** An accepted order counts as begun after this time, if the player could not be looked at. */
export const UNSEEN_MS = 15_000;
/** The look before a song's end, which keeps up with the end's time, and the order of the next one. */
const LAST_CHECK_MS = 10_000;
export const HAND_OVER_MS = 1_500;
/** A song that should have ended by itself is looked at this long after. */
export const AFTER_END_MS = 2_000;
/** By how much two looks may disagree on when a song ends. */
export const SLACK_MS = 500;
/** Silence after a person's music. */
export const HUMAN_SILENCE_MS = 15_000;
/** Orders of the playlist without effect, after which it is not ordered any more. */
export const MAX_FALLBACK_TRIES = 3;
/** Between two looks while nothing is expected: with the dashboard open, and without. */
const WATCHED_MS = 10_000;
const UNWATCHED_MS = 30_000;
/** So many looks in a row have to show nothing before it is believed that nothing plays. */
export const MAX_EMPTY_LOOKS = 3;
/** Between two looks at a player that shows nothing although a song should play. */
const EMPTY_MS = 2_000;
/** Between two looks at a song that stands still. */
const STANDING_MS = 4_000;

/**
 * When to look at the player next, null if only an event can change anything. `watchedUntil`: until then the dashboard
 * is open.
 */
export function wakeAt(state: ConductorState, watchedUntil: number): number | null {
  const { obstacle, playing, hold, underWay, lookedAt, commandedAt } = state;
  if (underWay) return null;
  const staleUntil = (commandedAt ?? -STALE_MS) + STALE_MS;
  if (obstacle) return Math.max(obstacle.until, staleUntil);
  if (lookedAt === null) return staleUntil;
  if (hold === "stopped") return null;
  if (!playing && !hold) return hasNext(state) ? Math.max(lookedAt, staleUntil) : null;
  const every = lookedAt + (lookedAt < watchedUntil ? WATCHED_MS : UNWATCHED_MS);
  const times = [every, ...expected(state)].filter((at) => at > lookedAt);
  return Math.max(Math.min(...times), staleUntil);
}

/** Whether what the player shows at `at` (epoch ms) may be older than the last command. */
export function isStale({ commandedAt }: ConductorState, at: number): boolean {
  return commandedAt !== null && at < commandedAt + STALE_MS;
}

/** Whether there is something to start. */
export function hasNext(state: ConductorState): boolean {
  return state.next.request || fallbackOf(state) !== null;
}

/** The playlist for an empty queue, null if there is none or it could not be started. */
export function fallbackOf({ next, fallbackTries }: ConductorState): string | null {
  return fallbackTries < MAX_FALLBACK_TRIES ? next.fallback : null;
}

/** Whether something else has to be started when the present song ends. A playlist goes on by itself until it is changed. */
export function hasSuccessor(state: ConductorState): boolean {
  const fallback = fallbackOf(state);
  return state.next.request || (fallback !== null && state.playing?.contextUri !== fallback);
}

/** The times at which something is expected to change, past ones too. */
function expected(state: ConductorState): number[] {
  const { playing, hold, lookedAt, emptyLooks, silentSince } = state;
  if (hold === "human") return silentSince === null ? [] : [silentSince + HUMAN_SILENCE_MS];
  if (hold || !playing) return [];
  if (emptyLooks > 0) return [lookedAt! + EMPTY_MS];
  if (!playing.isSeen) return [playing.since + STALE_MS];
  if (playing.motion?.standsSince != null) return [lookedAt! + STANDING_MS];
  const { endsAt } = playing;
  if (endsAt === null) return [];
  const handOver = hasSuccessor(state) ? [endsAt - HAND_OVER_MS] : [];
  return [endsAt - LAST_CHECK_MS, ...handOver, endsAt + AFTER_END_MS, endsAt + STUCK_MS];
}
