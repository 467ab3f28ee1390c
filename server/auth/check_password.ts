// Compares a password within the limits on guessing it (contract: Limits, Login).
import type { Deps } from "../deps.ts";
import type { LimitRule } from "../http/limits.ts";
import { verifyPassword } from "./passwords.ts";

/** A stranger's failures count at the stranger's address: they never lock the owner out at another. */
const OF_ACCOUNT: LimitRule = { name: "login account", most: 10, windowMs: 10 * 60 * 1000 };
const OF_ADDRESS: LimitRule = { name: "login address", most: 100, windowMs: 60 * 60 * 1000 };

/**
 * Whether the password is right. An undefined hash is nobody's, and takes as long to find wrong.
 * @throws DomainError `rate_limited` after too many failures, even for the right password
 */
export async function checkPassword(
  { limits }: Pick<Deps, "limits">,
  { email, address }: { email: string; address: string },
  passwordHash: string | undefined,
  password: string,
): Promise<boolean> {
  const account = `${email} ${address}`;
  const refuse = () => {
    limits.check(OF_ACCOUNT, account);
    limits.check(OF_ADDRESS, address);
  };
  refuse();
  const right = await verifyPassword(passwordHash, password, address);
  // Again: of many guesses at once only the first ten may learn anything.
  refuse();
  if (right) {
    limits.clear(OF_ACCOUNT, account);
    // Only this account's failures: who has an account of his own must not be able to guess on at others.
    limits.clear(OF_ADDRESS, address, email);
  } else {
    limits.take(OF_ACCOUNT, account);
    limits.take(OF_ADDRESS, address, email);
  }
  return right;
}
