// Changes the password of a person who is logged in (docs/accounts.md#changing-the-password).
import { changePassword as writeChange } from "../../db/password_change.ts";
import { listCafesOf } from "../../db/login_cafes.ts";
import type { PasswordChange } from "../contract/sessions.ts";
import type { Deps } from "../deps.ts";
import { DomainError } from "../errors.ts";
import type { Caller } from "../http/caller.ts";
import { keepEndings } from "../account/kept_endings.ts";
import { newLetter } from "../mail/new_letter.ts";
import { confirmPassword } from "./confirm_password.ts";
import { refuseWeakPassword } from "./refuse_weak_password.ts";
import { logSecurityEvent } from "./security_log.ts";
import { tokenOfSession } from "./tokens.ts";

/**
 * Also ends every other login and the tokens of this one, returns its new token, and notifies the person by letter, whose link leads to `origin`.
 * @throws DomainError `wrong_password`, `rate_limited`, `password_too_common`; `unauthenticated` if the login or the
 *   password changed meanwhile
 */
export async function changePassword(
  deps: Pick<
    Deps,
    | "cipher"
    | "config"
    | "db"
    | "hub"
    | "limits"
    | "now"
    | "outbox"
    | "passwords"
    | "tokenSigner"
  >,
  caller: Caller,
  { password, newPassword }: PasswordChange,
  { address, origin }: { address: string; origin: string },
): Promise<string> {
  const { accountId } = caller;
  const account = await confirmPassword(deps, caller, { password, address });
  await refuseWeakPassword(deps, account, newPassword);
  const change = {
    oldHash: account.passwordHash,
    newHash: await deps.passwords.hash(newPassword),
    notice: await newLetter(deps, "password_changed", account.email, { origin }),
  };
  const rooms = await writeChange(deps.db, caller, change, deps.now());
  if (!rooms) throw new DomainError("unauthenticated");
  logSecurityEvent("password changed", accountId, { by: "password" });
  for (const { ownerId, revision } of rooms) deps.hub.announce(ownerId, revision);
  deps.outbox.nudge();
  await keepEndings(deps);
  const cafes = "ownerId" in caller ? await listCafesOf(deps.db, accountId) : [];
  const cafe = cafes.find(({ ownerId }) => "ownerId" in caller && ownerId === caller.ownerId);
  return await tokenOfSession(deps, caller.sessionId, cafe);
}
