// Verification codes: six digits that complete one registration (docs/accounts.md#codes).
import { randomInt, timingSafeEqual } from "node:crypto";
import type { NewCode } from "../../db/verification_codes.ts";
import { CODE_LENGTH } from "../contract/limits.ts";
import { type LetterDeps, newLetter } from "../mail/new_letter.ts";
import type { Cipher } from "../secrets.ts";

export const CODE_LIFETIME_MS = 10 * 60 * 1000;
/** After this many wrong tries, no code of the e-mail works any more. */
export const MAX_WRONG_TRIES = 5;

/** Makes a code for a registration, with the letter that carries it. `asker` is who asks for it. */
export async function newCode(
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

// A plain hash of six digits could be reversed by trying all of them, so this one is keyed.
function codeHash(cipher: Cipher, accountId: string, code: string): Promise<string> {
  return cipher.sign(`${accountId}:${code}`);
}
