// How long the player waits before it tries something again, and how often it may begin a song at all. Pure. Seconds are
// counted by its own clock, since the device's may be set back.

/** The longest pause before a song is begun again. */
const MAX_PAUSE_S = 30;
/** So many songs may be begun within `WINDOW_S`, besides those that were heard: people skip, and files fail. */
export const MAX_BEGINS = 20;
export const WINDOW_S = 60;
/** A song that sounded for so long was heard, and one that sounded for half of its length. */
const HEARD_MS = 10_000;

/** The pause after `times` attempts: 1, 2, 4 and so on. */
export function pauseS(times: number, maxS: number): number {
  return Math.min(2 ** (times - 1), maxS);
}

/** What was begun lately. */
export interface Begun {
  /** The time of every begin of a song that was not heard. */
  rushed: readonly number[];
  tries: readonly Try[];
}

/** `what` is a song in the place that the server gave it: `next` or `play`. */
interface Try {
  what: string;
  times: number;
  atS: number;
}

export const NOTHING_BEGUN: Begun = { rushed: [], tries: [] };

/**
 * Whether it may be begun now. What was begun before is in question: the server, or the browser, did not take it. So each
 * further attempt waits for longer, 2, 4, 8, 16 and then 30 seconds, until a minute has passed without one.
 */
export function mayBegin({ rushed, tries }: Begun, what: string, nowS: number): boolean {
  if (rushed.filter((atS) => isRecent(atS, nowS)).length >= MAX_BEGINS) return false;
  const tried = tries.find((each) => each.what === what);
  return !tried || nowS - tried.atS >= pauseS(tried.times + 1, MAX_PAUSE_S);
}

/** What is known after `what` was begun. */
export function begunNow({ rushed, tries }: Begun, what: string, nowS: number): Begun {
  const recent = tries.filter(({ atS }) => isRecent(atS, nowS));
  const before = recent.find((each) => each.what === what);
  return {
    rushed: [...rushed.filter((atS) => isRecent(atS, nowS)), nowS],
    tries: [
      ...recent.filter((each) => each !== before),
      { what, times: (before?.times ?? 0) + 1, atS: nowS },
    ],
  };
}

/** What is known after the last song came to its end, having sounded for `soundedMs` of `durationMs`. */
export function endedNow(begun: Begun, soundedMs: number, durationMs: number): Begun {
  if (soundedMs < Math.min(HEARD_MS, durationMs / 2) || soundedMs <= 0) return begun;
  return { ...begun, rushed: begun.rushed.slice(0, -1) };
}

function isRecent(atS: number, nowS: number): boolean {
  return nowS - atS < WINDOW_S;
}
