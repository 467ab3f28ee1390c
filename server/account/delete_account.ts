// Erases an owner's account (docs/accounts.md#deletion).
import { eraseAccount, isOwedMoney } from "../../db/account_erasure.ts";
import { listCafesOf } from "../../db/login_cafes.ts";
import { readRevisions } from "../../db/rooms.ts";
import { confirmPassword } from "../auth/confirm_password.ts";
import { logSecurityEvent } from "../auth/security_log.ts";
import type { AccountDeletion } from "../contract/account.ts";
import type { Deps } from "../deps.ts";
import { DomainError } from "../errors.ts";
import { overdueBefore } from "../playback/play.ts";
import type { Caller } from "../http/caller.ts";
import { keepEndings } from "./kept_endings.ts";
import { passSecondFactor } from "../second_factor/at_login.ts";
import type { ProofDeps } from "../second_factor/prove.ts";

/**
 * @throws DomainError `wrong_password`, `rate_limited`, `second_factor_needed`, `second_factor_wrong`; `money_owed` unless it is given up; `play_under_way`
 *   while a song is being sent to the player, since its tip may be earned in a moment
 */
export async function deleteAccount(
  deps: ProofDeps & Pick<Deps, "config" | "hub" | "passwords">,
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
  await db.forgetErased(false);
  await keepEndings(deps);
}
