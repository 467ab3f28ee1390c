// The codes on the cards of tables (docs/house.md#tables).
import { readCode } from "../cafes/short_address.ts";

/** Those of short addresses: people type both. 32 of them, so that a byte chooses each with the same probability. */
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const LENGTH = 8;
/** No table has it. */
const WRONG = "-";

/** A code of 40 random bits, which a guest cannot guess within the limits of an address. */
export function newTableCode(): string {
  return Array.from(
    crypto.getRandomValues(new Uint8Array(LENGTH)),
    (byte) => ALPHABET[byte % ALPHABET.length],
  ).join("");
}

/** The code as tables have it. Null without one; what cannot be a code is one that no table has. */
export function readTableCode(typed: string | null | undefined): string | null {
  return typed ? readCode(typed) ?? WRONG : null;
}
