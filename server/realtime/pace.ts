// How often the revisions are read, and how long each read is current (docs/live.md#several-instances). Pure.

/** Half of the 500 ms after which a page should show a change of another instance. The rest is for the network. */
export const FAST_MS = 250;
/** A second less what the network takes, so that a change is heard within it. */
const QUIET_MS = 800;
/** 17 280 reads a day. */
const IDLE_MS = 5_000;
/** With notifications: in case that some were lost. 8 640 reads a day. */
const CHECK_MS = 10_000;

/** How long after a change the next one is likely. */
const LIVELY_MS = 10_000;
/** How long after a change the evening may still go on. */
const EVENING_MS = 5 * 60_000;
/** A notification can come before the commit that it tells of can be read. */
const SETTLING_MS = 1_000;

/** The time between two reads, if the last change, room or notification was `sinceMs` ago. */
export function readInterval(sinceMs: number, hasNews: boolean): number {
  if (hasNews) {
    if (sinceMs < SETTLING_MS) return FAST_MS;
    return sinceMs < LIVELY_MS ? QUIET_MS : CHECK_MS;
  }
  if (sinceMs < LIVELY_MS) return FAST_MS;
  return sinceMs < EVENING_MS ? QUIET_MS : IDLE_MS;
}

/**
 * How long what was read counts as current, if the last change, room or notification was `sinceMs` before the read.
 * Idle rooms without notifications are asked about at each GET.
 */
export function confirmedForMs(sinceMs: number, hasNews: boolean): number {
  return hasNews && sinceMs >= LIVELY_MS ? CHECK_MS + 1_000 : 1_000;
}
