// Sends a link for setting a new password, without telling whether there is an account.
import { insertResetLink } from "../../db/password_resets.ts";
import type { EmailOnly } from "../contract/auth.ts";
import type { Deps } from "../deps.ts";
import { newLetter } from "../mail/new_letter.ts";
import { hashToken, randomToken } from "../secrets.ts";

/** How long a link works (contract: POST /api/auth/forgot-password). */
const LINK_LIFETIME_MS = 60 * 60 * 1000;

/** Does the same work for every e-mail, so that neither answer nor time tells which ones have an account. */
export async function forgotPassword(
  deps: Pick<Deps, "cipher" | "config" | "db" | "now" | "outbox">,
  { email }: EmailOnly,
): Promise<void> {
  const token = linkToken();
  const createdAt = deps.now();
  await insertResetLink(deps.db, email, {
    hash: await hashToken(token),
    createdAt,
    expiresAt: createdAt + LINK_LIFETIME_MS,
    letter: await newLetter(deps, "reset_link", email, token),
  });
  deps.outbox.nudge();
}

/** A random token in which no mail program sees a code: six digits in a row are for codes alone. */
function linkToken(): string {
  for (;;) {
    const token = randomToken();
    if (!/\d{6}/.test(token)) return token;
  }
}
