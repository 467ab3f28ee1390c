// Sends another code to an unverified account (docs/accounts.md#codes).
import { findNewestRegistration, findRegistrationsAmong } from "../../db/registrations.ts";
import { replaceCode } from "../../db/verification_codes.ts";
import type { EmailOnly } from "../contract/auth.ts";
import type { Deps } from "../deps.ts";
import { forgetLetter, type LetterDeps } from "../mail/new_letter.ts";
import { newCode } from "./codes.ts";

/** The least time between two codes of an account. */
const MIN_INTERVAL_MS = 60 * 1000;

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
