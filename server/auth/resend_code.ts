// Sends another code to an unverified account (docs/accounts.md#codes).
import { findNewestRegistration, findRegistrationsAmong } from "../../db/registrations.ts";
import { replaceCode } from "../../db/verification_codes.ts";
import type { EmailOnly } from "../contract/auth.ts";
import type { Deps } from "../deps.ts";
import { newCode } from "./codes.ts";

/** The least time between two codes of an account. */
const MIN_INTERVAL_MS = 60 * 1000;

type CodeDeps = Pick<Deps, "cipher" | "config" | "db" | "now" | "outbox">;

/**
 * Sends the code to one of the accounts that this browser registered (`own`), else to the newest with this e-mail.
 * Neither the answer nor its time tells whether there is one: both cases read the same, and the code is made after the
 * answer.
 */
export async function resendCode(
  deps: CodeDeps,
  { email }: EmailOnly,
  own: string[],
): Promise<void> {
  const account = (await findRegistrationsAmong(deps.db, email, own))[0] ??
    await findNewestRegistration(deps.db, email);
  if (account) deps.outbox.afterAnswer(() => replaceOldCode(deps, account));
}

/** Sends a code in place of the account's last one, unless that is too young or its letters are over a limit. */
export async function sendCode(
  deps: CodeDeps,
  account: { id: string; email: string },
): Promise<void> {
  await replaceOldCode(deps, account);
  deps.outbox.nudge();
}

async function replaceOldCode(
  deps: CodeDeps,
  account: { id: string; email: string },
): Promise<void> {
  const nowMs = deps.now();
  await replaceCode(deps.db, account.id, await newCode(deps, account), {
    nowMs,
    notSince: nowMs - MIN_INTERVAL_MS,
  });
}
