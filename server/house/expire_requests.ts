// Ends the opening hours in the background: what is still pending then expires (docs/house.md#expired-requests).
import { getLogger } from "@logtape/logtape";
import { endHours, findHouse, listEndedHours } from "../../db/requests/house.ts";
import type { HoursSeen } from "../../db/requests/decisions.ts";
import { type BackgroundJob, every } from "../background.ts";
import type { Deps } from "../deps.ts";
import { nextClosing } from "./rules.ts";

const CHECK_INTERVAL_MS = 20_000;
/** How many cafes are read at once. */
const MAX_CAFES = 100;

const log = getLogger(["siradaki", "house"]);

type ExpiryDeps = Pick<Deps, "db" | "hub" | "now">;

/** Expires what was pending at the cafes whose opening hours have ended, and tells their rooms. */
export async function expireRequests({ db, hub, now }: ExpiryDeps): Promise<void> {
  const nowMs = now();
  for (let rest = true; rest;) {
    const ended = await listEndedHours(db, nowMs, MAX_CAFES);
    for (const ownerId of ended) {
      const row = await findHouse(db, ownerId);
      if (!row) continue;
      // The owner may have changed the rules since the list was read, also to no hours at all.
      const closesAt = nextClosing(row, nowMs);
      hub.announce(ownerId, await endHours(db, row, { now: nowMs, closesAt }));
    }
    rest = ended.length === MAX_CAFES;
  }
}

/**
 * Runs a write that changes nothing while an end of this owner's hours is not recorded. It is then recorded, what was
 * pending expires, and the write runs again: what is pending from then on lasts until the next end.
 */
export async function withEndRecorded<T extends HoursSeen>(
  { db, hub, now }: ExpiryDeps,
  ownerId: string,
  write: (nowMs: number) => Promise<T>,
): Promise<T> {
  const nowMs = now();
  const first = await write(nowMs);
  if (!first.isEndUnrecorded) return first;
  const row = await findHouse(db, ownerId);
  if (row) {
    const closesAt = nextClosing(row, nowMs);
    hub.announce(ownerId, await endHours(db, row, { now: nowMs, closesAt }));
  }
  return await write(nowMs);
}

/** Checks now and every 20 seconds. A failure is logged, and the next check tries again. */
export function startExpiringRequests(deps: ExpiryDeps): BackgroundJob {
  return every(CHECK_INTERVAL_MS, () => expireRequests(deps), (error) => {
    log.error("Cannot expire requests after the opening hours, will try again: {error}", { error });
  });
}
