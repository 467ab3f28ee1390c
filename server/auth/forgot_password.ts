// Sends a link for setting a new password (docs/accounts.md#reset).
import { insertResetLink } from "../../db/password_resets.ts";
import type { EmailOnly } from "../contract/auth.ts";
import type { Deps } from "../deps.ts";
import { randomLinkToken } from "../mail/link_token.ts";
import { type LetterDeps, newLetter } from "../mail/new_letter.ts";
import { hashToken } from "../secrets.ts";

const LINK_LIFETIME_MS = 60 * 60 * 1000;

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
