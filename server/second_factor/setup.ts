// Turns the second factor on: a secret that waits, and its first code (docs/accounts.md#second-factor).
import {
  beginSecondFactor,
  confirmSecondFactor,
  findSecondFactor,
} from "../../db/second_factors.ts";
import { findAccount } from "../../db/accounts.ts";
import { confirmPassword } from "../auth/confirm_password.ts";
import { logSecurityEvent } from "../auth/security_log.ts";
import type { RecoveryCodes, SecondFactorSecret } from "../contract/second_factor.ts";
import type { Deps } from "../deps.ts";
import { DomainError } from "../errors.ts";
import type { Caller } from "../http/caller.ts";
import { newLetter } from "../mail/new_letter.ts";
import { type ProofDeps, prove } from "./prove.ts";
import { newRecoveryCodes } from "./recovery_codes.ts";
import { newTotpSecret } from "./totp.ts";

const SETUP_MS = 10 * 60 * 1000;

/** The moment before which a secret has waited too long for its first code, in epoch ms. */
export function unconfirmedSince(nowMs: number): number {
  return nowMs - SETUP_MS;
}

/**
 * Returns a new secret. An older one that waits is forgotten.
 * @throws DomainError `wrong_password`, `second_factor_on`, `rate_limited`
 */
export async function beginSetup(
  deps: Pick<Deps, "cipher" | "db" | "limits" | "now" | "passwords">,
  caller: Pick<Caller, "accountId" | "sessionId">,
  given: { password: string; address: string },
): Promise<SecondFactorSecret> {
  const { accountId } = caller;
  const { email } = await confirmPassword(deps, caller, given);
  const made = await newTotpSecret(email);
  const begun = await beginSecondFactor(deps.db, {
    accountId,
    secret: await deps.cipher.encrypt(made.secret, accountId),
    begunAt: deps.now(),
  });
  if (!begun) throw new DomainError("second_factor_on");
  return made;
}

/**
 * Turns it on with the first code, ends the account's other logins, and returns the recovery codes. `origin` is where the
 * letter's link leads.
 * @throws DomainError `second_factor_wrong`, also if another call was first; `second_factor_on`, `rate_limited`;
 *   `second_factor_not_begun` if no secret waits any more
 */
export async function confirmSetup(
  deps: ProofDeps & Pick<Deps, "config" | "hub" | "outbox">,
  caller: Caller,
  { origin, ...given }: { code: string; address: string; origin: string },
): Promise<RecoveryCodes> {
  const { cipher, db, hub, now, outbox } = deps;
  const { accountId } = caller;
  const [factor, account] = await Promise.all([
    findSecondFactor(db, accountId),
    findAccount(db, accountId),
  ]);
  if (!account) throw new DomainError("unauthenticated");
  if (factor?.confirmedAt) throw new DomainError("second_factor_on");
  if (!factor || factor.begunAt <= unconfirmedSince(now())) {
    throw new DomainError("second_factor_not_begun");
  }
  const { codes, hashes } = await newRecoveryCodes(cipher, accountId);
  const notice = await newLetter(deps, "second_factor_on", account.email, { origin });
  await prove(deps, factor, given, async (proof) => {
    if (!("step" in proof)) return false;
    const begunAfter = unconfirmedSince(now());
    const setup = { ...proof, begunAfter, hashes, notice };
    const rooms = await confirmSecondFactor(db, caller, setup, now());
    for (const { ownerId, revision } of rooms ?? []) hub.announce(ownerId, revision);
    return rooms !== undefined;
  });
  logSecurityEvent("second factor on", accountId);
  outbox.nudge();
  return { recoveryCodes: codes };
}
