// Erases an owner's account (docs/accounts.md#deletion).
import { eraseAccount } from "../../db/account_erasure.ts";
import { listCafesOf } from "../../db/login_cafes.ts";
import { readRevisions } from "../../db/rooms.ts";
import { confirmPassword } from "../auth/confirm_password.ts";
import { logSecurityEvent } from "../auth/security_log.ts";
import type { AccountDeletion } from "../contract/account.ts";
import type { Deps } from "../deps.ts";
import { DomainError } from "../errors.ts";
import { overdueBefore } from "../playback/play_order.ts";

/**
 * @throws DomainError `wrong_password`, `rate_limited`; `money_owed` unless it is given up; `play_under_way`
 *   while a song is being sent to the player, since its tip may be earned in a moment
 */
export async function deleteAccount(
  deps: Pick<Deps, "db" | "hub" | "limits" | "now" | "passwords">,
  accountId: string,
  { password, waiveBalance, address }: AccountDeletion & { address: string },
): Promise<void> {
  const { db, now } = deps;
  const account = await confirmPassword(deps, accountId, { password, address });
  const worksFor = (await listCafesOf(db, accountId)).map(({ ownerId }) => ownerId)
    .filter((ownerId) => ownerId !== accountId);
  const nowMs = now();
  const outcome = await eraseAccount(db, account, {
    nowMs,
    sentBefore: overdueBefore(nowMs),
    waiveBalance,
  });
  if (outcome !== "erased") {
    throw new DomainError(outcome === "erased_before" ? "unauthenticated" : outcome);
  }
  logSecurityEvent("account deleted", accountId);
  deps.hub.distrust(accountId, true);
  for (const { ownerId, revision } of await readRevisions(db, worksFor)) {
    deps.hub.announce(ownerId, revision);
  }
}
