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
/** Counted by account and browser or login, so that a stranger's failures do not lock them out at their own address either. */
const BY_HOLDER: LimitRule = { name: "login holder", max: 10, windowMs: 10 * MINUTE_MS };

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
  const account = `${email} ${address}`;
  const held = holder && `${email} ${holder}`;
  const checkLimits = () => {
    if (held) return limits.check(BY_HOLDER, held, accountId);
    limits.check(BY_ACCOUNT, account, accountId);
    limits.check(BY_ADDRESS, address, accountId);
  };
  checkLimits();
  const matches = await passwords.verify(passwordHash, password, holder ?? address);
  // Checked again, so that of many guesses at once only the first ten are answered.
  checkLimits();
  if (held) {
    // They count for the address too, so that who has the holder's cookie or token gains no guesses by it.
    const rules = [[BY_HOLDER, held], [BY_ACCOUNT, account]] as const;
    for (const [rule, key] of rules) {
      if (matches) limits.clear(rule, key, held);
      else limits.allows(rule, key, held);
    }
    return matches;
  }
  if (matches) {
    limits.clear(BY_ACCOUNT, account);
    // Only the failures of this account: logging in to one account must not allow more guesses at others.
    limits.clear(BY_ADDRESS, address, email);
  } else {
    limits.take(BY_ACCOUNT, account);
    limits.take(BY_ADDRESS, address, email);
  }
  return matches;
}

// Asks a person who is logged in for the password, before what a stolen token must not do.

/**
 * Returns the account. Guessing the password here has the same limits as at login, which count for this login: failures of
 * others at its address do not.
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
