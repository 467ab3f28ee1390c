// When what a page knows of a cafe's opening hours is out of date. No message says so (docs/house.md#what-guests-see).
import { DAY_MS, ISTANBUL_MS, MINUTE_MS } from "../../server/contract/clock.ts";
import type { CafeHouse } from "../../server/contract/house.ts";

/** The server's answer changes at the moment itself, which a timer may miss by some milliseconds. */
const AFTER_MS = 1000;
/** The delay if the moment is over by this device's clock, but was not by the server's. */
const AGAIN_MS = MINUTE_MS;

/**
 * In how many ms to ask for the house again; Infinity if nothing changes by itself. While requests are not accepted,
 * also after midnight: 'yarın' is then out of date.
 */
export function houseChangesInMs(
  { lastCallAt, reopensAt }: Pick<CafeHouse, "lastCallAt" | "reopensAt">,
): number {
  const changesAt = lastCallAt ?? reopensAt;
  if (changesAt === null) return Infinity;
  const now = Date.now();
  const leftMs = Date.parse(changesAt) - now;
  const toMidnightMs = DAY_MS - (now + ISTANBUL_MS) % DAY_MS;
  return leftMs < 0 ? AGAIN_MS : Math.min(leftMs, toMidnightMs) + AFTER_MS;
}
