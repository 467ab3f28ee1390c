// Completes a registration with the code from its letter.
import { findRegistrationsAmong } from "../../db/registrations.ts";
import { completeRegistration, countWrongTry, findLiveCodes } from "../../db/verification_codes.ts";
import type { Verification } from "../contract/auth.ts";
import type { Deps } from "../deps.ts";
import { DomainError } from "../errors.ts";
import { matchCode, MOST_WRONG_TRIES } from "./codes.ts";
import { issueToken } from "./tokens.ts";

/**
 * Returns a login token. Where this browser registered the e-mail itself, `own` says so, and a code that was
 * sent for a stranger's registration (with a stranger's password) completes nothing here.
 * @throws DomainError `wrong_code`, whatever is wrong with it
 */
export async function verify(
  deps: Pick<Deps, "cipher" | "config" | "db" | "now">,
  { email, verificationCode }: Verification,
  own: string[],
): Promise<string> {
  const { cipher, db, now } = deps;
  const live = await findLiveCodes(db, email, now(), MOST_WRONG_TRIES);
  const mine = (await findRegistrationsAmong(db, email, own)).map((account) => account.id);
  const eligible = live.filter((code) => mine.length === 0 || mine.includes(code.accountId));
  const match = await matchCode(cipher, eligible, verificationCode);
  if (!match) {
    // Where nothing was alive to guess at, there is nothing to count.
    if (live.length > 0) await countWrongTry(db, email);
    throw new DomainError("wrong_code");
  }
  const account = await completeRegistration(db, { ...match, email }, now(), MOST_WRONG_TRIES);
  if (!account) throw new DomainError("wrong_code");
  return await issueToken(deps, account);
}
