// Sends another code to somebody who has registered and not verified yet.
import { findNewestRegistration, findRegistrationsAmong } from "../../db/registrations.ts";
import { replaceCode } from "../../db/verification_codes.ts";
import type { EmailOnly } from "../contract/auth.ts";
import type { Deps } from "../deps.ts";
import { newCode } from "./codes.ts";

/** At most one letter in this time an account (contract: POST /api/auth/resend-code). */
const REST_MS = 60 * 1000;

/** Prefers the registrations that this browser made (`own`) to a stranger's newer one. Never says what it did. */
export async function resendCode(
  deps: Pick<Deps, "cipher" | "config" | "db" | "now" | "outbox">,
  { email }: EmailOnly,
  own: string[],
): Promise<void> {
  const account = (await findRegistrationsAmong(deps.db, email, own))[0] ??
    await findNewestRegistration(deps.db, email);
  if (!account) return;
  const nowMs = deps.now();
  await replaceCode(deps.db, account.id, await newCode(deps, account), {
    nowMs,
    notSince: nowMs - REST_MS,
  });
  deps.outbox.nudge();
}
