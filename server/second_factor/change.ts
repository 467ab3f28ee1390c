// What a person with a second factor does with it: its state, new recovery codes, turning it off.
import {
  countRecoveryCodes,
  findSecondFactor,
  type SecondFactor,
} from "../../db/second_factors.ts";
import { replaceRecoveryCodes, turnOffSecondFactor } from "../../db/second_factor_proofs.ts";
import type { Account } from "../../db/accounts.ts";
import { confirmPassword } from "../auth/confirm_password.ts";
import { logSecurityEvent } from "../auth/security_log.ts";
import type { RecoveryCodes, SecondFactorState } from "../contract/second_factor.ts";
import type { Deps } from "../deps.ts";
import { DomainError } from "../errors.ts";
import type { Caller } from "../http/caller.ts";
import { newLetter } from "../mail/new_letter.ts";
import { type ProofDeps, prove } from "./prove.ts";
import { newRecoveryCodes } from "./recovery_codes.ts";

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
