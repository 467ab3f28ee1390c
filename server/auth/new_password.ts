// New passwords: changed while logged in, or set by a link (docs/accounts.md#reset).
import { type Account, findAccount } from "../../db/people/accounts.ts";
import { findSecret } from "../../db/people/one_time_secrets.ts";
import {
  changePassword as writeChange,
  insertResetLink,
  resetPassword as writeReset,
} from "../../db/people/passwords.ts";
import { listCafesOf } from "../../db/people/team.ts";
import { keepEndings } from "../account/kept_endings.ts";
import type { EmailOnly, PasswordChange, PasswordReset } from "../contract/auth.ts";
import { HOUR_MS } from "../contract/clock.ts";
import type { Deps } from "../deps.ts";
import { DomainError } from "../errors.ts";
import type { Caller } from "../http/caller.ts";
import { type LetterDeps, newLetter, randomLinkToken } from "../mail/new_letter.ts";
import { hashToken } from "../secrets.ts";
import { confirmPassword } from "./check_password.ts";
import { logSecurityEvent } from "./security_log.ts";
import { tokenOfSession } from "./tokens.ts";
import { findCafeOf } from "../../db/people/cafes.ts";
import { plainLetters } from "../fold.ts";

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
    passwordHash: await deps.passwords.hash(password, { person: account.id }),
    notice: await newLetter(deps, "password_changed", account.email, { origin }),
  };
  const rooms = await writeReset(db, reset, now());
  if (!rooms) throw new DomainError("reset_link_invalid");
  logSecurityEvent("password changed", account.id, { by: "link" });
  for (const { ownerId, revision } of rooms) deps.hub.announce(ownerId, revision);
  deps.outbox.nudge();
  await keepEndings(deps);
}

// Sends a link for setting a new password (docs/accounts.md#reset).

const LINK_LIFETIME_MS = HOUR_MS;

/**
 * Does the same work for every e-mail, so that neither the answer nor its time tells whether there is an account. The
 * link leads to `origin`. `asker` is who asks, for the limit of letters.
 */
export async function forgotPassword(
  deps: LetterDeps & Pick<Deps, "db" | "outbox">,
  { email }: EmailOnly,
  { origin, asker }: { origin: string; asker: string },
): Promise<void> {
  const token = randomLinkToken();
  const createdAt = deps.now();
  await insertResetLink(deps.db, email, {
    hash: await hashToken(token),
    createdAt,
    expiresAt: createdAt + LINK_LIFETIME_MS,
    letter: await newLetter(deps, "reset_link", email, { secret: token, origin, asker }),
  });
  deps.outbox.nudge();
}

// Changes the password of a person who is logged in (docs/accounts.md#changing-the-password).

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
  await refuseWeakPassword(deps, account, newPassword, "newPassword");
  const change = {
    oldHash: account.passwordHash,
    newHash: await deps.passwords.hash(newPassword, { person: accountId }),
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

// Refuses passwords that are guessed first (docs/accounts.md#passwords).

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
async function refuseWeakPassword(
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
