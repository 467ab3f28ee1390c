// Prepares letters for the outbox, with the limit that their recipient is under.
import type { LetterKind, NewLetter } from "../../db/letters.ts";
import type { Deps } from "../deps.ts";
import { newId } from "../ids.ts";

/** Letters of one kind an e-mail gets within the hour (contract: Limits). */
const MOST_AN_HOUR = 5;
const HOUR_MS = 60 * 60 * 1000;

/** A letter to write in the commit that is its cause. `secret` is the code or the link's token, kept encrypted. */
export async function newLetter(
  { cipher, config, now }: Pick<Deps, "cipher" | "config" | "now">,
  kind: LetterKind,
  recipient: string,
  secret?: string,
): Promise<NewLetter> {
  const id = newId(now());
  // That somebody changed the password is never held back.
  const unlimited = kind === "password_changed" || !config.rateLimits;
  return {
    id,
    kind,
    recipient,
    secret: secret === undefined ? null : await cipher.encrypt(secret, id),
    createdAt: now(),
    since: now() - HOUR_MS,
    atMost: unlimited ? Number.MAX_SAFE_INTEGER : MOST_AN_HOUR,
  };
}
