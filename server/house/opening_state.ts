// Whether a cafe accepts requests at a moment, until when, and from when on again (docs/house.md#opening-hours). Pure.
import type { HouseRules } from "../contract/house.ts";
import { acceptingSpans, isEndless, nextTime, spanAt, spansOf } from "./opening_hours.ts";

/** Times are epoch ms. */
export interface OpeningState {
  open: boolean;
  /** When requests are accepted next; null while they are, and without a next time. */
  reopensAt: number | null;
  /** Until when they are accepted; null while they are not, and without an end. */
  lastCallAt: number | null;
  /** The cafe is still open, but takes no more requests. */
  isAfterLastCall: boolean;
}

const ALWAYS = { open: true, reopensAt: null, lastCallAt: null, isAfterLastCall: false };

/** The state at `ms` (epoch). */
export function openingState(
  { requests, hours, lastCallMinutes }: Pick<HouseRules, "requests" | "hours" | "lastCallMinutes">,
  ms: number,
): OpeningState {
  if (requests === "open") return ALWAYS;
  if (requests === "closed") return { ...ALWAYS, open: false };
  const spans = spansOf(hours);
  if (isEndless(spans)) return ALWAYS;
  const accepting = acceptingSpans(spans, lastCallMinutes);
  const now = spanAt(accepting, ms);
  if (now) return { ...ALWAYS, lastCallAt: nextTime(now[1], ms) };
  const openings = accepting.map(([from]) => nextTime(from, ms));
  return {
    open: false,
    reopensAt: openings.length > 0 ? Math.min(...openings) : null,
    lastCallAt: null,
    isAfterLastCall: spanAt(spans, ms) !== undefined,
  };
}
