// Sets a new password with the link from a letter (docs/accounts.md#reset).
import { findSecret } from "../../db/one_time_secrets.ts";
import { resetPassword as writeReset } from "../../db/password_resets.ts";
import { findAccount } from "../../db/accounts.ts";
import type { PasswordReset } from "../contract/auth.ts";
import type { Deps } from "../deps.ts";
import { DomainError } from "../errors.ts";
import { keepEndings } from "../account/kept_endings.ts";
import { newLetter } from "../mail/new_letter.ts";
import { hashToken } from "../secrets.ts";
import { refuseWeakPassword } from "./refuse_weak_password.ts";
import { logSecurityEvent } from "./security_log.ts";

/** Uses nothing up. @throws DomainError `reset_link_invalid` if the link would not work */
export async function checkResetLink(
  deps: Pick<Deps, "db" | "now">,
  token: string,
): Promise<void> {
  await accountBehind(deps, await hashToken(token));
}

async function accountBehind({ db, now }: Pick<Deps, "db" | "now">, hash: string) {
  const link = await findSecret(db, "reset", hash, now());
  const account = link && await findAccount(db, link.accountId);
  if (!account) throw new DomainError("reset_link_invalid");
  return account;
}

/**
 * Also ends every session of the account and notifies its owner by letter, whose link leads to `origin`.
 * @throws DomainError `reset_link_invalid` if the link is unknown, used, replaced or expired;
 *   `password_too_common`, and then the link still works
 */
export async function resetPassword(
  deps: Pick<Deps, "cipher" | "config" | "db" | "hub" | "limits" | "now" | "outbox" | "passwords">,
  token: string,
  { password }: PasswordReset,
  origin: string,
): Promise<void> {
  const { db, now } = deps;
  const hash = await hashToken(token);
  // Checked first, so that invalid links cost no hashing. The write below checks again and decides.
  const account = await accountBehind(deps, hash);
  await refuseWeakPassword(deps, account, password);
  const reset = {
    hash,
    accountId: account.id,
    passwordHash: await deps.passwords.hash(password),
    notice: await newLetter(deps, "password_changed", account.email, { origin }),
  };
  const rooms = await writeReset(db, reset, now());
  if (!rooms) throw new DomainError("reset_link_invalid");
  logSecurityEvent("password changed", account.id, { by: "link" });
  for (const { ownerId, revision } of rooms) deps.hub.announce(ownerId, revision);
  deps.outbox.nudge();
  await keepEndings(deps);
}
