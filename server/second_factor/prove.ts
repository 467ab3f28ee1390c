// Checks a code of the second factor within the limits on guessing (docs/accounts.md#second-factor-limits).
import { getLogger } from "@logtape/logtape";
import type { SecondFactor } from "../../db/second_factors.ts";
import type { Proof } from "../../db/second_factor_proofs.ts";
import { CODE_LENGTH } from "../contract/limits.ts";
import type { Deps } from "../deps.ts";
import { DomainError } from "../errors.ts";
import type { LimitRule } from "../http/limits.ts";
import { newId } from "../ids.ts";
import { recoveryHash } from "./recovery_codes.ts";
import { stepOfCode } from "./totp.ts";

const log = getLogger(["siradaki", "auth"]);

const MINUTE_MS = 60 * 1000;
/** Counted by account alone: three of a million codes work at a time, from whichever address they are guessed. */
const APP_CODES: LimitRule[] = [
  { name: "second factor", max: 5, windowMs: 15 * MINUTE_MS },
  { name: "second factor, a day", max: 20, windowMs: 24 * 60 * MINUTE_MS },
];
/** Too random to be guessed. Counted apart, so that who has one can log in while another guesses the app's codes. */
const RECOVERY_CODES: LimitRule = { name: "recovery code", max: 10, windowMs: 10 * MINUTE_MS };

export type ProofDeps = Pick<Deps, "cipher" | "db" | "limits" | "now">;

/**
 * Runs `act` with the proof that the code is, and resolves if `act` says that the proof still worked.
 * @throws DomainError `second_factor_wrong` if it did not; `rate_limited` after too many wrong codes
 */
export async function prove(
  deps: ProofDeps,
  factor: SecondFactor,
  { code, address }: { code: string; address: string },
  act: (proof: Proof) => Promise<boolean>,
): Promise<void> {
  const { limits } = deps;
  const { accountId } = factor;
  const isAppCode = new RegExp(`^\\d{${CODE_LENGTH}}$`).test(code);
  const key = isAppCode ? accountId : `${accountId} ${address}`;
  const rules = isAppCode ? APP_CODES : [RECOVERY_CODES];
  const attempt = newId(deps.now());
  for (const rule of rules) limits.check(rule, key, accountId);
  // Counted before it is compared, so that of many guesses at once only the first five are answered.
  for (const rule of rules) limits.take(rule, key, attempt);
  const proof = isAppCode
    ? await appProof(deps, factor, code)
    : { recoveryHash: await recoveryHash(deps.cipher, accountId, code) };
  if (!proof || !await act(proof)) throw new DomainError("second_factor_wrong", { accountId });
  for (const rule of rules) limits.clear(rule, key, attempt);
}

/** Undefined if the code is of no step near the present, or the secret cannot be read any more. */
async function appProof(
  { cipher, now }: Pick<Deps, "cipher" | "now">,
  { accountId, secret }: SecondFactor,
  code: string,
): Promise<Proof | undefined> {
  const plain = await cipher.decrypt(secret, accountId).catch((error) => {
    log.error(
      "Cannot decrypt the second factor of {accountId}, so that its codes are refused; if ENCRYPTION_KEY was changed, " +
        "bring the old one back, or run second-factor:off for the account: {error}",
      { accountId, error },
    );
  });
  const step = plain && await stepOfCode(plain, code, now());
  return typeof step === "number" ? { secret, step } : undefined;
}
