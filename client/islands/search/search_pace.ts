// How long a search waits for the next letter, so that a guest who types stays within the server's limit
// (docs/http.md#limits). Pure.

/** The pause after which a term is searched for, in ms. */
const PAUSE_MS = 250;
/** The longer pauses of a guest who has made so many searches within a minute. */
const PAUSES: [searches: number, pauseMs: number][] = [[16, 800], [22, 2_000]];
/** Fewer than the server allows, because a reloaded page does not know the searches before it. */
const MAX_SEARCHES = 26;
const WINDOW_MS = 60_000;

/** How long to wait at `nowMs` after earlier searches at `searchedAt`, oldest first. All in epoch ms. */
export function pauseBefore(searchedAt: readonly number[], nowMs: number): number {
  // A search that lies in the future is from before the clock was set back.
  const recent = searchedAt.filter((at) => at > nowMs - WINDOW_MS && at <= nowMs);
  const [oldest] = recent.slice(-MAX_SEARCHES);
  if (oldest !== undefined && recent.length >= MAX_SEARCHES) return oldest + WINDOW_MS - nowMs;
  return PAUSES.findLast(([searches]) => recent.length >= searches)?.[1] ?? PAUSE_MS;
}
