// Recovery codes: ten codes for a lost phone, each of which works once (docs/accounts.md#recovery-codes).
import { randomInt } from "node:crypto";
import type { Cipher } from "../secrets.ts";

const COUNT = 10;
/** 50 bits. */
const LENGTH = 10;
/** Crockford's base32: without I, L, O and U, which are misread. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** The codes as they are shown, 'XXXXX-XXXXX', and the hashes to store. */
export async function newRecoveryCodes(
  cipher: Cipher,
  accountId: string,
): Promise<{ codes: string[]; hashes: string[] }> {
  const codes = Array.from({ length: COUNT }, randomCode);
  return {
    codes: codes.map((code) => `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`),
    hashes: await Promise.all(codes.map((code) => recoveryHash(cipher, accountId, code))),
  };
}

/** The stored hash of a code without hyphen, in upper case. Keyed, because 50 bits could be guessed with the database. */
export function recoveryHash(cipher: Cipher, accountId: string, code: string): Promise<string> {
  const read = code.replace(/O/g, "0").replace(/[IL]/g, "1");
  return cipher.sign(`recovery:${accountId}:${read}`);
}

function randomCode(): string {
  return Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
}
