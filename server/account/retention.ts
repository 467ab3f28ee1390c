// How long personal data is kept without a reason, and the clockwork that forgets it (KVKK 6698, md. 7).
import { getLogger } from "@logtape/logtape";
import { forgetOld } from "../../db/retention.ts";
import { type BackgroundJob, every } from "../background.ts";
import type { Deps } from "../deps.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
/** A registration that was never verified is nobody's. */
const UNVERIFIED_MS = 7 * DAY_MS;
/** After that a rejected request needs no sender. */
const REJECTED_MS = 30 * DAY_MS;
/** Letters count for the limit of an hour; some were never sent, to people who have no account. */
const SENT_LETTER_MS = DAY_MS;
const LOOK_EVERY_MS = 60 * 60 * 1000;

const log = getLogger(["siradaki", "account"]);

type RetentionDeps = Pick<Deps, "db" | "now">;

/** Forgets what is too old now: unverified accounts, rejected requests' guest ids, sent letters, ended logins, secrets and keys. */
export async function forgetWhatIsOld({ db, now }: RetentionDeps): Promise<void> {
  const nowMs = now();
  const gone = await forgetOld(db, {
    unverified: nowMs - UNVERIFIED_MS,
    rejected: nowMs - REJECTED_MS,
    sent: nowMs - SENT_LETTER_MS,
    now: nowMs,
  });
  if (gone.accounts + gone.guests === 0) return;
  log.info("Forgot {accounts} unverified accounts and {guests} guests of rejected requests", gone);
}

/** Looks at once and then every hour, until stopped; a failure is logged and tried again. */
export function startRetention(deps: RetentionDeps): BackgroundJob {
  return every(LOOK_EVERY_MS, () => forgetWhatIsOld(deps), (error) => {
    log.error("Cannot forget what is old, will try again: {error}", { error });
  });
}
