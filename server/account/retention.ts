// Deletes personal data that is no longer needed (docs/accounts.md#retention; KVKK 6698, md. 7).
import { getLogger } from "@logtape/logtape";
import { forgetOld } from "../../db/retention.ts";
import { type BackgroundJob, every } from "../background.ts";
import type { Deps } from "../deps.ts";
import { keysExpiredAt } from "../requests/idempotency.ts";
import { unconfirmedSince } from "../second_factor/setup.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const UNVERIFIED_LIFETIME_MS = 7 * DAY_MS;
/** A guest sees the own requests of the last 12 hours. */
const GUEST_ID_LIFETIME_MS = 2 * DAY_MS;
/** How long a person who has left the last team may come back, export or delete the account. */
const TEAM_LIFETIME_MS = 30 * DAY_MS;
/** Of one table, in one commit. */
const MAX_GUEST_IDS = 10_000;
/** The hourly limit counts sent letters, so they are kept for longer than an hour. */
const SENT_LETTER_LIFETIME_MS = DAY_MS;
const CHECK_INTERVAL_MS = 60 * 60 * 1000;

const log = getLogger(["siradaki", "account"]);

type RetentionDeps = Pick<Deps, "db" | "now">;

/** Deletes everything that has expired by now, guest ids in commits of `maxGuestIds`. */
export async function deleteExpired(
  { db, now }: RetentionDeps,
  maxGuestIds = MAX_GUEST_IDS,
): Promise<void> {
  const nowMs = now();
  const horizons = {
    unverified: nowMs - UNVERIFIED_LIFETIME_MS,
    guests: nowMs - GUEST_ID_LIFETIME_MS,
    teams: nowMs - TEAM_LIFETIME_MS,
    sent: nowMs - SENT_LETTER_LIFETIME_MS,
    keys: keysExpiredAt(nowMs),
    factors: unconfirmedSince(nowMs),
    now: nowMs,
  };
  for (let rest = true; rest;) {
    const deleted = await forgetOld(db, horizons, maxGuestIds);
    // Two tables have them, so one commit may delete more.
    rest = deleted.guests >= maxGuestIds;
    if (deleted.accounts + deleted.people + deleted.guests === 0) continue;
    log.info(
      "Deleted {accounts} unverified accounts, {people} of people without a cafe, and {guests} guest ids of requests",
      deleted,
    );
  }
}

/** Checks now and every hour. A failure is logged, and the next check tries again. */
export function startRetention(deps: RetentionDeps): BackgroundJob {
  return every(CHECK_INTERVAL_MS, () => deleteExpired(deps), (error) => {
    log.error("Cannot delete expired data, will try again: {error}", { error });
  });
}
