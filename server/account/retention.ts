// Deletes personal data that is no longer needed (docs/accounts.md#retention; KVKK 6698, md. 7).
import { getLogger } from "@logtape/logtape";
import { forgetOld } from "../../db/retention.ts";
import { type BackgroundJob, every } from "../background.ts";
import type { Deps } from "../deps.ts";
import { keysExpiredAt } from "../requests/idempotency.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const UNVERIFIED_LIFETIME_MS = 7 * DAY_MS;
const REJECTED_GUEST_ID_LIFETIME_MS = 30 * DAY_MS;
/** The hourly limit counts sent letters, so they are kept for longer than an hour. */
const SENT_LETTER_LIFETIME_MS = DAY_MS;
const CHECK_INTERVAL_MS = 60 * 60 * 1000;

const log = getLogger(["siradaki", "account"]);

type RetentionDeps = Pick<Deps, "db" | "now">;

/** Deletes everything that has expired by now. */
export async function deleteExpired({ db, now }: RetentionDeps): Promise<void> {
  const nowMs = now();
  const deleted = await forgetOld(db, {
    unverified: nowMs - UNVERIFIED_LIFETIME_MS,
    rejected: nowMs - REJECTED_GUEST_ID_LIFETIME_MS,
    sent: nowMs - SENT_LETTER_LIFETIME_MS,
    keys: keysExpiredAt(nowMs),
    now: nowMs,
  });
  if (deleted.accounts + deleted.guests === 0) return;
  log.info(
    "Deleted {accounts} unverified accounts and {guests} guest ids of rejected requests",
    deleted,
  );
}

/** Checks now and every hour. A failure is logged, and the next check tries again. */
export function startRetention(deps: RetentionDeps): BackgroundJob {
  return every(CHECK_INTERVAL_MS, () => deleteExpired(deps), (error) => {
    log.error("Cannot delete expired data, will try again: {error}", { error });
  });
}
