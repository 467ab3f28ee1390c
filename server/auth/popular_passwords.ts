// Refuses passwords that are guessed first (docs/accounts.md#passwords).
import type { Account } from "../../db/accounts.ts";
import { findCafeOf } from "../../db/cafes.ts";
import type { Deps } from "../deps.ts";
import { DomainError } from "../errors.ts";
import { plainLetters } from "../fold.ts";

/** How many characters beside a word still leave it common: a licence plate, 123, a year with an exclamation mark. */
const MAX_CHARS_BESIDE_WORD = 5;

/**
 * Whether `password` is very common (OWASP ASVS 5.0, 6.2.4), or made of a word that belongs to this account (6.2.11):
 * `own`, such as its e-mail and the cafe's name. A word stays common with a few digits or signs around it.
 */
export async function isCommonPassword(password: string, own: string[] = []): Promise<boolean> {
  const { POPULAR_PASSWORDS } = await import("./popular_password_list.ts");
  const plain = plainLetters(password);
  const word = /\p{L}(.*\p{L})?/su.exec(plain)?.[0] ?? "";
  const ownWords = own.flatMap((name) => [name, name.split("@")[0]!, name.replaceAll(" ", "")]);
  return POPULAR_PASSWORDS.has(plain) || POPULAR_PASSWORDS.has(word) && hasLittleBeside(word) ||
    ownWords.some((name) => hasLittleBeside(plainLetters(name)));

  function hasLittleBeside(common: string): boolean {
    const rest = plain.replace(common, "");
    return !/\p{L}/u.test(rest) &&
      (rest.length <= MAX_CHARS_BESIDE_WORD || POPULAR_PASSWORDS.has(rest));
  }
}

// Refuses a new password of an account that is very common, or made of the account's own words.

/** `field` is what the body calls it, if not `password`. @throws DomainError `password_too_common` */
export async function refuseWeakPassword(
  { db }: Pick<Deps, "db">,
  { id, email }: Account,
  password: string,
  field?: "newPassword",
): Promise<void> {
  const cafe = await findCafeOf(db, id);
  const own = [email, ...cafe ? [cafe.name] : []];
  if (await isCommonPassword(password, own)) {
    throw new DomainError("password_too_common", { field });
  }
}
