// Registers an owner with a cafe (docs/accounts.md#registration).
import { insertRegistration } from "../../db/registrations.ts";
import type { Registration } from "../contract/auth.ts";
import type { Deps } from "../deps.ts";
import { DomainError } from "../errors.ts";
import { newId } from "../ids.ts";
import { forgetLetter, type LetterDeps, newLetter } from "../mail/new_letter.ts";
import { newCode } from "./codes.ts";
import { isCommonPassword } from "./popular_passwords.ts";

type RegisterDeps = LetterDeps & Pick<Deps, "db" | "outbox" | "passwords">;

/**
 * Makes an unverified account with its cafe, sends a code by e-mail, and returns the account's id. The links of the
 * letter that an existing account gets lead to `origin`. `asker` is who registers, for the limit of letters.
 * @throws DomainError `password_too_common`; `email_taken` if a verified account has the e-mail
 */
export async function register(
  deps: RegisterDeps,
  { name, email, password, phoneNumber }: Registration,
  { origin, asker }: { origin: string; asker: string },
): Promise<string> {
  if (await isCommonPassword(password, [email, name])) throw new DomainError("password_too_common");
  const passwordHash = await deps.passwords.hash(password);
  const account = {
    id: newId(deps.now()),
    email,
    passwordHash,
    phone: phoneNumber,
    createdAt: deps.now(),
  };
  const code = await newCode(deps, account, asker);
  const notice = await newLetter(deps, "address_in_use", email, { origin, asker });
  const cafe = { id: newId(deps.now()), name };
  const registered = await insertRegistration(deps.db, { account, cafe, code, notice });
  forgetLetter(deps, registered ? notice : code.letter, asker);
  deps.outbox.nudge();
  if (!registered) throw new DomainError("email_taken");
  return account.id;
}
