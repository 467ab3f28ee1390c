// The second step of a login, after the password, and of what a stolen token must not do (docs/accounts.md#second-factor).
import { findSecondFactor, useProof } from "../../db/second_factors.ts";
import { DomainError } from "../errors.ts";
import { type ProofDeps, prove } from "./prove.ts";

/**
 * Resolves if the account has no second factor, to 0, or if the code proves it, to when it was turned on (epoch ms), and
 * uses that code up.
 * @throws DomainError `missing` without a code; `second_factor_wrong`, `rate_limited`
 */
export async function passSecondFactor(
  deps: ProofDeps,
  accountId: string,
  { code, address }: { code?: string; address: string },
  missing: "second_factor_required" | "second_factor_needed" = "second_factor_required",
): Promise<number> {
  const factor = await findSecondFactor(deps.db, accountId);
  if (!factor?.confirmedAt) return 0;
  if (code === undefined) throw new DomainError(missing, { accountId });
  await prove(deps, factor, { code, address }, (proof) => useProof(deps.db, accountId, proof));
  return factor.confirmedAt;
}
