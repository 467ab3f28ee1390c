// What a person with a second factor does with it: its state, new recovery codes, turning it off.
import { type Account, findAccount } from "../../db/people/accounts.ts";
import {
  beginSecondFactor,
  confirmSecondFactor,
  countRecoveryCodes,
  findSecondFactor,
  replaceRecoveryCodes,
  type SecondFactor,
  turnOffSecondFactor,
} from "../../db/people/second_factors.ts";
import { confirmPassword } from "../auth/check_password.ts";
import { logSecurityEvent } from "../auth/security_log.ts";
import type { RecoveryCodes, SecondFactorSecret, SecondFactorState } from "../contract/account.ts";
import { MINUTE_MS } from "../contract/clock.ts";
import type { Deps } from "../deps.ts";
import { DomainError } from "../errors.ts";
import type { Caller } from "../http/caller.ts";
import { newLetter } from "../mail/new_letter.ts";
import { newRecoveryCodes, newTotpSecret, type ProofDeps, prove } from "./prove.ts";

/** What a person gives to change the second factor, and the address that the call comes from. */
interface Given {
  password: string;
  code: string;
  address: string;
}

type Confirming = Pick<Caller, "accountId" | "sessionId">;

/** A secret that waits for its first code counts as off. */
export async function readSecondFactor(
  { db }: Pick<Deps, "db">,
  accountId: string,
): Promise<SecondFactorState> {
  const [factor, recoveryCodesLeft] = await Promise.all([
    findSecondFactor(db, accountId),
    countRecoveryCodes(db, accountId),
  ]);
  return { on: typeof factor?.confirmedAt === "number", recoveryCodesLeft };
}

/** Replaces the recovery codes. @throws DomainError as `turnOff` */
export async function renewRecoveryCodes(
  deps: ProofDeps & Pick<Deps, "passwords">,
  caller: Confirming,
  given: Given,
): Promise<RecoveryCodes> {
  const { accountId } = caller;
  const { factor } = await openFactor(deps, caller, given);
  const { codes, hashes } = await newRecoveryCodes(deps.cipher, accountId);
  await prove(
    deps,
    factor,
    given,
    (proof) => replaceRecoveryCodes(deps.db, accountId, proof, hashes),
  );
  return { recoveryCodes: codes };
}

/**
 * Turns it off, and tells the account by letter, whose link leads to `origin`.
 * @throws DomainError `wrong_password`, `second_factor_wrong`, `second_factor_off`, `rate_limited`
 */
export async function turnOff(
  deps: ProofDeps & Pick<Deps, "config" | "outbox" | "passwords">,
  caller: Confirming,
  { origin, ...given }: Given & { origin: string },
): Promise<void> {
  const { accountId } = caller;
  const { account, factor } = await openFactor(deps, caller, given);
  const notice = await newLetter(deps, "second_factor_off", account.email, { origin });
  await prove(
    deps,
    factor,
    given,
    (proof) => turnOffSecondFactor(deps.db, accountId, proof, notice),
  );
  logSecurityEvent("second factor off", accountId);
  deps.outbox.nudge();
}

/** Asks for the password first, so that a token alone learns nothing more. */
async function openFactor(
  deps: Pick<Deps, "db" | "limits" | "passwords">,
  caller: Confirming,
  given: Pick<Given, "password" | "address">,
): Promise<{ account: Account; factor: SecondFactor }> {
  const account = await confirmPassword(deps, caller, given);
  const factor = await findSecondFactor(deps.db, caller.accountId);
  if (!factor?.confirmedAt) throw new DomainError("second_factor_off");
  return { account, factor };
}

// Turns the second factor on: a secret that waits, and its first code (docs/accounts.md#second-factor).

const SETUP_MS = 10 * MINUTE_MS;

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
