// Logs in with e-mail and password (docs/accounts.md#login).
import { type Account, findVerifiedAccount } from "../../db/accounts.ts";
import { findNewestRegistration, findRegistrationsAmong } from "../../db/registrations.ts";
import type { Credentials } from "../contract/auth.ts";
import type { Deps } from "../deps.ts";
import { DomainError } from "../errors.ts";
import { passSecondFactor } from "../second_factor/at_login.ts";
import { checkPassword } from "./check_password.ts";
import type { KnownBrowser } from "./known_browser.ts";
import { logSecurityEvent } from "./security_log.ts";
import { issueToken, type TokenDeps } from "./tokens.ts";

/** Either a login token and whose it is, or the account that has to be verified first. */
export type LoginOutcome = { token: string; accountId: string } | { unverified: Account };

/**
 * Every path compares exactly one hash, so that the time it takes tells nothing. `own` are the ids of accounts that
 * this browser registered: they come before newer registrations of the same e-mail. `browser` is what logged in before.
 * @throws DomainError `wrong_credentials` both for an unknown e-mail and for a wrong password, also one that was changed
 *   during this call; `rate_limited`;
 *   `second_factor_required`, `second_factor_wrong` after the right password
 */
export async function login(
  deps: TokenDeps & Pick<Deps, "cipher" | "limits" | "passwords">,
  { email, password, code }: Credentials,
  { address, own, device, browser }: {
    address: string;
    own: string[];
    device?: string;
    browser?: KnownBrowser;
  },
): Promise<LoginOutcome> {
  const account = await findVerifiedAccount(deps.db, email) ??
    (await findRegistrationsAmong(deps.db, email, own))[0] ??
    await findNewestRegistration(deps.db, email);
  // An account that logs in here for the first time shares the limits of its address.
  const isKnown = account && browser?.accountIds.includes(account.id);
  const who = { email, address, accountId: account?.id, holder: isKnown ? browser?.id : undefined };
  if (!await checkPassword(deps, who, account?.passwordHash, password) || !account) {
    throw new DomainError("wrong_credentials", { accountId: account?.id });
  }
  if (account.verifiedAt === null) return { unverified: account };
  const factorSince = await passSecondFactor(deps, account.id, { code, address });
  const token = await issueToken(deps, account, device, {
    passwordHash: account.passwordHash,
    factorSince,
  });
  logSecurityEvent("login", account.id, { by: "password" });
  return { token, accountId: account.id };
}
