// Compares a password within the limits on guessing (docs/accounts.md#login-limits).
import { type Account, findAccount } from "../../db/people/accounts.ts";
import { HOUR_MS, MINUTE_MS } from "../contract/clock.ts";
import type { Deps } from "../deps.ts";
import { DomainError } from "../errors.ts";
import type { Caller } from "../http/caller.ts";
import type { LimitRule } from "../http/limits.ts";

/** Counted by account and address, so that a stranger's failures never lock the owner out at another address. */
const BY_ACCOUNT: LimitRule = { name: "login account", max: 10, windowMs: 10 * MINUTE_MS };
const BY_ADDRESS: LimitRule = { name: "login address", max: 100, windowMs: HOUR_MS };
/**
 * Counted by account, for all its browsers and logins together, so that a stranger's failures do not lock them out at their own
 * address either, and copies of them allow no more guesses.
 */
const BY_HOLDERS: LimitRule = { name: "login holders", max: 10, windowMs: 10 * MINUTE_MS };

type Counted = [rule: LimitRule, key: string];

/** Who gives a password. */
interface Giver {
  email: string;
  address: string;
  accountId?: string;
  /** What shows that the account has logged in here before: its browser (known_browser.ts), or the login that calls. */
  holder?: string;
}

/**
 * Whether the password matches. An undefined hash matches none, and takes equally long.
 * @throws DomainError `rate_limited` after too many failures, even for the right password
 */
export async function checkPassword(
  { limits, passwords }: Pick<Deps, "limits" | "passwords">,
  { email, address, accountId, holder }: Giver,
  passwordHash: string | undefined,
  password: string,
): Promise<boolean> {
  const byAddress: Counted[] = [[BY_ACCOUNT, `${email} ${address}`], [BY_ADDRESS, address]];
  const byHolders: Counted[] = [[BY_HOLDERS, email]];
  // Once the holders have used up what they share, each has what its address has.
  const isHolder = holder !== undefined && !limits.isReached(BY_HOLDERS, email);
  const checkLimits = () => {
    const counted = isHolder ? byHolders : byAddress;
    for (const [rule, key] of counted) limits.check(rule, key, accountId);
  };
  checkLimits();
  const asker = isHolder ? { person: holder } : { address };
  const matches = await passwords.verify(passwordHash, password, asker);
  // Checked again, so that of many guesses at once only the first ten are answered.
  checkLimits();
  // A success forgives only failures of the same: logging in to one account must not allow more guesses at others.
  const subject = isHolder ? `${email} ${holder}` : email;
  // A holder's count for the address too, so that who has its cookie or token gains no guesses by it.
  for (const [rule, key] of isHolder ? [...byHolders, ...byAddress] : byAddress) {
    if (matches) limits.clear(rule, key, subject);
    else limits.allows(rule, key, subject);
  }
  return matches;
}

// Asks a person who is logged in for the password, before what a stolen token must not do.

/**
 * Returns the account. Guessing the password here has the same limits as at login, as one that holds a login: failures of
 * strangers at its address do not count.
 * @throws DomainError `wrong_password`, `rate_limited`
 */
export async function confirmPassword(
  deps: Pick<Deps, "db" | "limits" | "passwords">,
  { accountId, sessionId }: Pick<Caller, "accountId" | "sessionId">,
  { password, address }: { password: string; address: string },
): Promise<Account> {
  const account = await findAccount(deps.db, accountId);
  if (!account) throw new DomainError("unauthenticated");
  const who = { email: account.email, address, holder: `${sessionId} ${address}` };
  if (!await checkPassword(deps, who, account.passwordHash, password)) {
    throw new DomainError("wrong_password");
  }
  return account;
}
