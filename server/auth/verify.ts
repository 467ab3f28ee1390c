// Completes a registration with the code from its letter (docs/accounts.md#codes).
import { findRegistrationsAmong } from "../../db/registrations.ts";
import { completeRegistration, countWrongTry, findLiveCodes } from "../../db/verification_codes.ts";
import type { Verification } from "../contract/auth.ts";
import type { Deps } from "../deps.ts";
import { DomainError } from "../errors.ts";
import type { LimitRule } from "../http/limits.ts";
import { CODE_LIFETIME_MS, matchCode, MAX_WRONG_TRIES } from "./codes.ts";
import { logSecurityEvent } from "./security_log.ts";
import { issueToken, type TokenDeps } from "./tokens.ts";

/**
 * A browser's tries of a code of its own registration. They are counted apart from those of all others, which a stranger
 * could use up, and as long as a code works.
 */
const OWN_TRIES: LimitRule = {
  name: "own code",
  max: MAX_WRONG_TRIES,
  windowMs: CODE_LIFETIME_MS,
};

/**
 * Returns a login token and whose it is. `own` are the ids of accounts that this browser registered. If one of them has the e-mail,
 * codes of other registrations are refused: those have a stranger's password.
 * @throws DomainError `wrong_code` if the code is wrong, expired, or dead after too many tries
 */
export async function verify(
  deps: TokenDeps & Pick<Deps, "cipher" | "limits">,
  { email, verificationCode }: Verification,
  { own, device }: { own: string[]; device?: string },
): Promise<{ token: string; accountId: string }> {
  const { cipher, db, now } = deps;
  const mine = (await findRegistrationsAmong(db, email, own)).map((account) => account.id);
  const isOwn = mine.length > 0;
  const maxWrongTries = isOwn ? Number.MAX_SAFE_INTEGER : MAX_WRONG_TRIES;
  const live = await findLiveCodes(db, email, now(), maxWrongTries);
  // Counted before they are compared, so that of many guesses at once only the first five are answered.
  const eligible = isOwn
    ? live.filter(({ accountId, hash }) =>
      mine.includes(accountId) && deps.limits.allows(OWN_TRIES, hash)
    )
    : live;
  const match = await matchCode(cipher, eligible, verificationCode);
  if (!match) {
    // Without a live code there is nothing to guess, and nothing to count.
    if (live.length > 0 && !isOwn) await countWrongTry(db, email);
    throw new DomainError("wrong_code", { accountId: eligible[0]?.accountId });
  }
  const account = await completeRegistration(db, { ...match, email }, now(), maxWrongTries);
  if (!account) throw new DomainError("wrong_code");
  logSecurityEvent("login", account.id, { by: "code" });
  return { token: await issueToken(deps, account, device), accountId: account.id };
}
