// Prepares letters for the table `letters` (docs/accounts.md#letters).
import type { LetterKind, NewLetter } from "../../db/letters.ts";
import type { Deps } from "../deps.ts";
import { newId } from "../ids.ts";

/** For each recipient and kind. */
const MAX_PER_HOUR = 5;
const HOUR_MS = 60 * 60 * 1000;

/**
 * A letter to write in the commit that causes it. `secret` is the code, or the token of the link. `origin` is where its
 * links lead (letter_origin.ts).
 */
export async function newLetter(
  { cipher, config, now }: Pick<Deps, "cipher" | "config" | "now">,
  kind: LetterKind,
  recipient: string,
  { secret, origin }: { secret?: string; origin?: string },
): Promise<NewLetter> {
  const id = newId(now());
  // The notice of a changed password may warn of an intruder, so it is never held back.
  const unlimited = kind === "password_changed" || !config.rateLimits;
  return {
    id,
    kind,
    recipient,
    secret: secret === undefined ? null : await cipher.encrypt(secret, id),
    origin: origin ?? null,
    createdAt: now(),
    since: now() - HOUR_MS,
    atMost: unlimited ? Number.MAX_SAFE_INTEGER : MAX_PER_HOUR,
  };
}
