// Registration: an e-mail and a password, then the code of a letter (docs/accounts.md#registration).
import type { Context } from "hono";
import { deleteCookie, getSignedCookie, setSignedCookie } from "hono/cookie";
import { randomInt, timingSafeEqual } from "node:crypto";
import {
  completeRegistration,
  countWrongTry,
  findLiveCodes,
  findNewestRegistration,
  findRegistrationsAmong,
  insertRegistration,
  type NewCode,
  replaceCode,
} from "../../db/people/registrations.ts";
import type { EmailOnly, Registration, Verification } from "../contract/auth.ts";
import { DAY_S, MINUTE_MS } from "../contract/clock.ts";
import { CODE_LENGTH } from "../contract/limits.ts";
import type { Deps } from "../deps.ts";
import { DomainError } from "../errors.ts";
import type { LimitRule } from "../http/limits.ts";
import { newId } from "../ids.ts";
import type { Cipher } from "../secrets.ts";
import { forgetLetter, type LetterDeps, newLetter } from "../mail/new_letter.ts";
import { isCommonPassword } from "./new_password.ts";
import { logSecurityEvent } from "./security_log.ts";
import { issueToken, type TokenDeps } from "./tokens.ts";

// Verification codes: six digits that complete one registration (docs/accounts.md#codes).

const CODE_LIFETIME_MS = 10 * MINUTE_MS;
/** After this many wrong tries, no code of the e-mail works any more. */
const MAX_WRONG_TRIES = 5;

/** Makes a code for a registration, with the letter that carries it. `asker` is who asks for it. */
async function newCode(
  deps: LetterDeps,
  account: { id: string; email: string },
  asker: string,
): Promise<NewCode> {
  const code = String(randomInt(10 ** CODE_LENGTH)).padStart(CODE_LENGTH, "0");
  return {
    hash: await codeHash(deps.cipher, account.id, code),
    expiresAt: deps.now() + CODE_LIFETIME_MS,
    letter: await newLetter(deps, "verification_code", account.email, { secret: code, asker }),
  };
}

/** Returns the candidate that `code` belongs to. Each comparison takes constant time. */
async function matchCode<T extends { accountId: string; hash: string }>(
  cipher: Cipher,
  candidates: T[],
  code: string,
): Promise<T | undefined> {
  const matches = await Promise.all(candidates.map(async (candidate) =>
    timingSafeEqual(
      new TextEncoder().encode(await codeHash(cipher, candidate.accountId, code)),
      new TextEncoder().encode(candidate.hash),
    )
  ));
  return candidates[matches.indexOf(true)];
}

// A plain hash of six digits could be reversed by trying all of them, so this one is keyed.
function codeHash(cipher: Cipher, accountId: string, code: string): Promise<string> {
  return cipher.sign(`${accountId}:${code}`);
}

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
  const passwordHash = await deps.passwords.hash(password, { address: asker });
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

// Completes a registration with the code from its letter (docs/accounts.md#codes).

/**
 * A browser's tries of a code of its own registration. They are counted apart from those of all others, which a stranger
 * could use up, and as long as a code works.
 */
const OWN_TRIES: LimitRule = {
  name: "own code",
  max: MAX_WRONG_TRIES,
  windowMs: CODE_LIFETIME_MS,
};

/**
 * Returns a login token. `own` are the ids of accounts that this browser registered. If one of them has the e-mail,
 * codes of other registrations are refused: those have a stranger's password.
 * @throws DomainError `wrong_code` if the code is wrong, expired, or dead after too many tries
 */
export async function verify(
  deps: TokenDeps & Pick<Deps, "cipher" | "limits">,
  { email, verificationCode }: Verification,
  { own, device }: { own: string[]; device?: string },
): Promise<string> {
  const { cipher, db, now } = deps;
  const mine = (await findRegistrationsAmong(db, email, own)).map((account) => account.id);
  const isOwn = mine.length > 0;
  const maxWrongTries = isOwn ? Number.MAX_SAFE_INTEGER : MAX_WRONG_TRIES;
  const live = await findLiveCodes(db, email, now(), maxWrongTries);
  // Counted before they are compared, so that of many guesses at once only the first five are answered.
  const eligible = isOwn
    ? live.filter(({ accountId, hash }) =>
      mine.includes(accountId) && deps.limits.allows(OWN_TRIES, hash)
    )
    : live;
  const match = await matchCode(cipher, eligible, verificationCode);
  if (!match) {
    // Without a live code there is nothing to guess, and nothing to count.
    if (live.length > 0 && !isOwn) await countWrongTry(db, email);
    throw new DomainError("wrong_code", { accountId: eligible[0]?.accountId });
  }
  const account = await completeRegistration(db, { ...match, email }, now(), maxWrongTries);
  if (!account) throw new DomainError("wrong_code");
  logSecurityEvent("login", account.id, { by: "code" });
  return await issueToken(deps, account, device);
}

// Sends another code to an unverified account (docs/accounts.md#codes).

/** The least time between two codes of an account. */
const MIN_INTERVAL_MS = MINUTE_MS;

type CodeDeps = LetterDeps & Pick<Deps, "db" | "outbox">;

/**
 * Sends the code to one of the accounts that this browser registered (`own`), else to the newest with this e-mail.
 * Neither the answer nor its time tells whether there is one: both cases read the same, and the code is made after the
 * answer.
 */
export async function resendCode(
  deps: CodeDeps,
  { email }: EmailOnly,
  { own, asker }: { own: string[]; asker: string },
): Promise<void> {
  const account = (await findRegistrationsAmong(deps.db, email, own))[0] ??
    await findNewestRegistration(deps.db, email);
  if (account) deps.outbox.afterAnswer(() => replaceOldCode(deps, account, asker));
}

/** Sends a code in place of the account's last one, unless that is too young or its letters are over a limit. */
export async function sendCode(
  deps: CodeDeps,
  account: { id: string; email: string },
  asker: string,
): Promise<void> {
  await replaceOldCode(deps, account, asker);
  deps.outbox.nudge();
}

async function replaceOldCode(
  deps: CodeDeps,
  account: { id: string; email: string },
  asker: string,
): Promise<void> {
  const nowMs = deps.now();
  const code = await newCode(deps, account, asker);
  const notSince = nowMs - MIN_INTERVAL_MS;
  const replaced = await replaceCode(deps.db, account.id, code, { nowMs, notSince });
  if (!replaced) forgetLetter(deps, code.letter, asker);
}

// The cookie with the registrations of this browser. It keeps a stranger's registration for the same e-mail from
// getting the code, or from being completed by mistake (docs/accounts.md#cookies).

const NAME = "registrations";
const MAX_REGISTRATIONS = 5;
/** Unverified accounts are kept this long (docs/accounts.md#retention). */
const MAX_AGE_S = 7 * DAY_S;

type CookieDeps = Pick<Deps, "config">;

/** The ids of accounts that this browser registered, newest first. Empty if the cookie is missing or forged. */
export async function ownRegistrations(deps: CookieDeps, c: Context): Promise<string[]> {
  const value = await getSignedCookie(c, secret(deps), NAME);
  return value ? value.split(".").slice(0, MAX_REGISTRATIONS) : [];
}

/** Adds an account to those of this browser. */
export async function rememberRegistration(
  deps: CookieDeps,
  c: Context,
  accountId: string,
): Promise<void> {
  const others = (await ownRegistrations(deps, c)).filter((id) => id !== accountId);
  const value = [accountId, ...others].slice(0, MAX_REGISTRATIONS).join(".");
  await setSignedCookie(c, NAME, value, secret(deps), { ...attributes(deps), maxAge: MAX_AGE_S });
}

/** Deletes the cookie, once one of its accounts is verified. */
export function forgetRegistrations(deps: CookieDeps, c: Context): void {
  deleteCookie(c, NAME, attributes(deps));
}

function attributes({ config }: CookieDeps) {
  return {
    httpOnly: true,
    sameSite: "Lax",
    secure: config.appOrigin.startsWith("https:"),
    path: "/api/auth",
  } as const;
}

// A key of its own: a cookie's signature must not pass for that of a login token.
function secret({ config }: CookieDeps): string {
  return `registration-cookie:${config.jwtSecret}`;
}
