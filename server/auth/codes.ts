// Verification codes: six digits that complete one registration.
import { randomInt, timingSafeEqual } from "node:crypto";
import type { NewCode } from "../../db/verification_codes.ts";
import { CODE_LENGTH } from "../contract/limits.ts";
import type { Deps } from "../deps.ts";
import { newLetter } from "../mail/new_letter.ts";
import type { Cipher } from "../secrets.ts";

/** How long a code works (contract: POST /api/auth/verify). */
export const CODE_LIFETIME_MS = 10 * 60 * 1000;
/** After so many wrong tries every code of the e-mail is dead (contract: POST /api/auth/verify). */
export const MOST_WRONG_TRIES = 5;

/** A new code for a registration, in the letter that takes it there. */
export async function newCode(
  deps: Pick<Deps, "cipher" | "config" | "now">,
  account: { id: string; email: string },
): Promise<NewCode> {
  const code = String(randomInt(10 ** CODE_LENGTH)).padStart(CODE_LENGTH, "0");
  return {
    hash: await codeHash(deps.cipher, account.id, code),
    expiresAt: deps.now() + CODE_LIFETIME_MS,
    letter: await newLetter(deps, "verification_code", account.email, code),
  };
}

/** Finds, in constant time each, whose code this is. */
export async function matchCode<T extends { accountId: string; hash: string }>(
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

// Six digits can be tried out, so their hash is keyed, and bound to the registration that they complete.
function codeHash(cipher: Cipher, accountId: string, code: string): Promise<string> {
  return cipher.sign(`${accountId}:${code}`);
}
