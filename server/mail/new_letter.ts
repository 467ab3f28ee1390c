// Prepares letters for the table `letters` (docs/accounts.md#letters).
import type { LetterKind, NewLetter } from "../../db/letters.ts";
import type { Deps } from "../deps.ts";
import { newId } from "../ids.ts";

/** For each recipient and kind. */
const MAX_PER_HOUR = 5;
const HOUR_MS = 60 * 60 * 1000;
/** They may be about an intruder, so they are never held back. */
const WARNINGS: LetterKind[] = ["password_changed", "second_factor_on", "second_factor_off"];

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
  const unlimited = WARNINGS.includes(kind) || !config.rateLimits;
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
