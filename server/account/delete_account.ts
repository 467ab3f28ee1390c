// Deletes what a person asks to delete, and what is kept for its time only (docs/accounts.md#retention).
import { getLogger } from "@logtape/logtape";
import { cafeDay } from "../../db/evenings/cafe_day.ts";
import { eraseAccount, isOwedMoney } from "../../db/people/erasure.ts";
import { forgetOld } from "../../db/people/retention.ts";
import { readRevisions } from "../../db/people/rooms.ts";
import { listCafesOf } from "../../db/people/team.ts";
import { confirmPassword } from "../auth/check_password.ts";
import { logSecurityEvent } from "../auth/security_log.ts";
import { type BackgroundJob, every } from "../background.ts";
import type { AccountDeletion } from "../contract/account.ts";
import { DAY_MS, HOUR_MS } from "../contract/clock.ts";
import type { Deps } from "../deps.ts";
import { DomainError } from "../errors.ts";
import type { Caller } from "../http/caller.ts";
import { deleteLettersTo } from "../mail/post.ts";
import { overdueBefore } from "../playback/play.ts";
import { keysExpiredAt } from "../requests/send_request.ts";
import { closeIfOver } from "../evenings/evenings.ts";
import { passSecondFactor, type ProofDeps } from "../second_factor/prove.ts";
import { unconfirmedSince } from "../second_factor/change.ts";
import { keepEndings } from "./kept_endings.ts";

/**
 * @throws DomainError `wrong_password`, `rate_limited`, `second_factor_needed`, `second_factor_wrong`; `money_owed` unless it is given up; `play_under_way`
 *   while a song is being sent to the player, since its tip may be earned in a moment
 */
export async function deleteAccount(
  deps: ProofDeps & Pick<Deps, "config" | "hub" | "library" | "passwords">,
  caller: Pick<Caller, "accountId" | "sessionId">,
  { password, waiveBalance, code, address }: AccountDeletion & { address: string },
): Promise<void> {
  const { db, now } = deps;
  const { accountId } = caller;
  const account = await confirmPassword(deps, caller, { password, address });
  // A code works once, and the person makes the call again to give the money up.
  if (!waiveBalance && await isOwedMoney(db, accountId)) throw new DomainError("money_owed");
  await passSecondFactor(deps, accountId, { code, address }, "second_factor_needed");
  const worksFor = (await listCafesOf(db, accountId)).map(({ ownerId }) => ownerId)
    .filter((ownerId) => ownerId !== accountId);
  const { onDeletion } = await deps.library.place(accountId);
  const nowMs = now();
  const outcome = await eraseAccount(db, account, {
    nowMs,
    sentBefore: overdueBefore(nowMs),
    waiveBalance,
  });
  if (outcome !== "erased") {
    throw new DomainError(outcome === "erased_before" ? "unauthenticated" : outcome);
  }
  if (onDeletion) await deps.library.putAway(accountId);
  await deleteLettersTo(deps, account.email);
  logSecurityEvent("account deleted", accountId);
  deps.hub.distrust(accountId, true);
  for (const { ownerId, revision } of await readRevisions(db, worksFor)) {
    deps.hub.announce(ownerId, revision);
  }
  await db.forgetErased(false);
  await keepEndings(deps);
}

// Deletes personal data that is no longer needed (docs/accounts.md#retention; KVKK 6698, md. 7).

const UNVERIFIED_LIFETIME_MS = 7 * DAY_MS;
/** A guest sees the own requests of the last 12 hours. */
const GUEST_ID_LIFETIME_MS = 2 * DAY_MS;
/** How long a person who has left the last team may come back, export or delete the account. */
const TEAM_LIFETIME_MS = 30 * DAY_MS;
/** Words of searches without a result. */
const MISSES_KEPT_DAYS = 30;
/** Of one table, in one commit. */
const MAX_GUEST_IDS = 10_000;
/** The hourly limit counts sent letters, so they are kept for longer than an hour. */
const SENT_LETTER_LIFETIME_MS = DAY_MS;
const CHECK_INTERVAL_MS = HOUR_MS;

const log = getLogger(["siradaki", "account"]);

type RetentionDeps = Pick<Deps, "db" | "now">;

/**
 * Deletes everything that has expired by now, guest ids in commits of `maxGuestIds`. Evenings that are over are summed before
 * (docs/evenings.md#sums).
 */
export async function deleteExpired(
  { db, now }: RetentionDeps,
  maxGuestIds = MAX_GUEST_IDS,
): Promise<void> {
  await closeIfOver({ db, now });
  const nowMs = now();
  const horizons = {
    unverified: nowMs - UNVERIFIED_LIFETIME_MS,
    guests: nowMs - GUEST_ID_LIFETIME_MS,
    teams: nowMs - TEAM_LIFETIME_MS,
    sent: nowMs - SENT_LETTER_LIFETIME_MS,
    keys: keysExpiredAt(nowMs),
    factors: unconfirmedSince(nowMs),
    missesDay: cafeDay(nowMs) - MISSES_KEPT_DAYS + 1,
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
