// How far a play may be from what the clock says of it, and how long it may be silent (docs/playback.md#life). Pure.
import { HOUR_MS } from "../../server/contract/clock.ts";

/** A position may differ by this much from the one that follows from the clock, in ms. */
export const DRIFT_MS = 3_000;

/**
 * The page that plays a cafe's own files reports each 10 s. If nothing has come for this long, in ms, its song is not known
 * to be heard (docs/speaker.md#overdue).
 */
export const OVERDUE_MS = 15_000;

/** A play begins at most this long after it was sent, in ms, so that an index by the time of sending finds it. */
export const SENT_BEFORE_MS = HOUR_MS;
