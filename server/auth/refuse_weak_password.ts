// Refuses a new password of an account that is very common, or made of the account's own words.
import type { Account } from "../../db/accounts.ts";
import { findCafeOf } from "../../db/cafes.ts";
import type { Deps } from "../deps.ts";
import { DomainError } from "../errors.ts";
import { isCommonPassword } from "./popular_passwords.ts";

/** @throws DomainError `password_too_common` */
export async function refuseWeakPassword(
  { db }: Pick<Deps, "db">,
  { id, email }: Account,
  password: string,
): Promise<void> {
  const cafe = await findCafeOf(db, id);
  const own = [email, ...cafe ? [cafe.name] : []];
  if (await isCommonPassword(password, own)) throw new DomainError("password_too_common");
}
