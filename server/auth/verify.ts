// Completes a registration with the code from its letter (docs/accounts.md#codes).
import { findRegistrationsAmong } from "../../db/registrations.ts";
import { completeRegistration, countWrongTry, findLiveCodes } from "../../db/verification_codes.ts";
import type { Verification } from "../contract/auth.ts";
import type { Deps } from "../deps.ts";
import { DomainError } from "../errors.ts";
import { joinByLogin } from "../team/join.ts";
import { matchCode, MAX_WRONG_TRIES } from "./codes.ts";
import { logSecurityEvent } from "./security_log.ts";
import { issueToken, type TokenDeps } from "./tokens.ts";

/**
 * Returns a login token. `own` are the ids of accounts that this browser registered. If one of them has the e-mail,
 * codes of other registrations are refused: those have a stranger's password.
 * @throws DomainError `wrong_code` if the code is wrong, expired, or dead after too many tries
 */
export async function verify(
  deps: TokenDeps & Pick<Deps, "cipher" | "hub">,
  { email, verificationCode }: Verification,
  { own, device }: { own: string[]; device?: string },
): Promise<string> {
  const { cipher, db, now } = deps;
  const live = await findLiveCodes(db, email, now(), MAX_WRONG_TRIES);
  const mine = (await findRegistrationsAmong(db, email, own)).map((account) => account.id);
  const eligible = live.filter((code) => mine.length === 0 || mine.includes(code.accountId));
  const match = await matchCode(cipher, eligible, verificationCode);
  if (!match) {
    // Without a live code there is nothing to guess, and nothing to count.
    if (live.length > 0) await countWrongTry(db, email);
    throw new DomainError("wrong_code", { accountId: eligible[0]?.accountId });
  }
  const account = await completeRegistration(db, { ...match, email }, now(), MAX_WRONG_TRIES);
  if (!account) throw new DomainError("wrong_code");
  await joinByLogin(deps, account.id);
  logSecurityEvent("login", account.id, { by: "code" });
  return await issueToken(deps, account, device);
}
