// Logs in with e-mail and password.
import { findVerifiedAccount } from "../../db/accounts.ts";
import { findNewestRegistration, findRegistrationsAmong } from "../../db/registrations.ts";
import type { Credentials } from "../contract/auth.ts";
import type { Deps } from "../deps.ts";
import { DomainError } from "../errors.ts";
import { checkPassword } from "./check_password.ts";
import { issueToken } from "./tokens.ts";

/** Either a login token, or the registration that has to be verified first. */
export type LoginOutcome = { token: string } | { unverified: string };

/**
 * Every path compares exactly one hash, so that the time tells nothing. `own` are this browser's registrations.
 * @throws DomainError `wrong_credentials` for an unknown e-mail and a wrong password alike; `rate_limited`
 */
export async function login(
  deps: Pick<Deps, "config" | "db" | "limits" | "now">,
  { email, password }: Credentials,
  { address, own }: { address: string; own: string[] },
): Promise<LoginOutcome> {
  const account = await findVerifiedAccount(deps.db, email) ??
    (await findRegistrationsAmong(deps.db, email, own))[0] ??
    await findNewestRegistration(deps.db, email);
  if (!await checkPassword(deps, { email, address }, account?.passwordHash, password) || !account) {
    throw new DomainError("wrong_credentials");
  }
  if (account.verifiedAt === null) return { unverified: account.id };
  return { token: await issueToken(deps, account) };
}
