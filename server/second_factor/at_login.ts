// The second step of a login, after the password (docs/accounts.md#second-factor).
import { findSecondFactor } from "../../db/second_factors.ts";
import { useProof } from "../../db/second_factor_proofs.ts";
import { DomainError } from "../errors.ts";
import { type ProofDeps, prove } from "./prove.ts";

/**
 * Resolves if the account has no second factor, to 0, or if the code proves it, to when it was turned on (epoch ms), and
 * uses that code up.
 * @throws DomainError `second_factor_required` without a code; `second_factor_wrong`, `rate_limited`
 */
export async function passSecondFactor(
  deps: ProofDeps,
  accountId: string,
  { code, address }: { code?: string; address: string },
): Promise<number> {
  const factor = await findSecondFactor(deps.db, accountId);
  if (!factor?.confirmedAt) return 0;
  if (code === undefined) throw new DomainError("second_factor_required", { accountId });
  await prove(deps, factor, { code, address }, (proof) => useProof(deps.db, accountId, proof));
  return factor.confirmedAt;
}
