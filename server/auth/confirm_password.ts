// Asks a person who is logged in for the password, before what a stolen token must not do.
import { type Account, findAccount } from "../../db/accounts.ts";
import type { Deps } from "../deps.ts";
import { DomainError } from "../errors.ts";
import type { Caller } from "../http/caller.ts";
import { checkPassword } from "./check_password.ts";

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
