// The second factor of an account: codes of an authenticator app (docs/accounts.md#second-factor).
import * as z from "zod/mini";
import { GivenPassword } from "./auth.ts";
import type { Calls } from "./call.ts";
import { SecondFactorCode } from "./second_factor_code.ts";

export const SecondFactorState = z.object({
  on: z.boolean(),
  /** 0 while it is off. */
  recoveryCodesLeft: z.int(),
});
export type SecondFactorState = z.infer<typeof SecondFactorState>;

/** What an authenticator app needs. */
export const SecondFactorSecret = z.object({
  /** In base32, for typing. */
  secret: z.string(),
  /** An `otpauth://` address, for a QR code. */
  uri: z.string(),
});
export type SecondFactorSecret = z.infer<typeof SecondFactorSecret>;

/** They are shown once, and cannot be read again. */
export const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });
export type RecoveryCodes = z.infer<typeof RecoveryCodes>;

const Password = z.object({ password: GivenPassword });
const Code = z.object({ code: SecondFactorCode });
const PasswordAndCode = z.object({ password: GivenPassword, code: SecondFactorCode });

export const SECOND_FACTOR_CALLS = {
  "GET /api/auth/second-factor": {
    summary: "Whether the account has a second factor, and how many recovery codes are left",
    access: "login",
    answer: SecondFactorState,
  },
  "POST /api/auth/second-factor": {
    summary: "Begins: a secret for an authenticator app, to be confirmed within 10 minutes",
    access: "login",
    body: Password,
    status: 201,
    answer: SecondFactorSecret,
    errors: ["wrong_password", "second_factor_on", "rate_limited"],
  },
  "PUT /api/auth/second-factor": {
    summary: "Confirms the secret with a code and turns it on; every other login ends",
    access: "login",
    body: Code,
    answer: RecoveryCodes,
    errors: ["second_factor_wrong", "second_factor_on", "second_factor_not_begun", "rate_limited"],
  },
  "DELETE /api/auth/second-factor": {
    summary: "Turns it off, with a code of the app or a recovery code",
    access: "login",
    body: PasswordAndCode,
    errors: ["wrong_password", "second_factor_wrong", "second_factor_off", "rate_limited"],
  },
  "POST /api/auth/second-factor/recovery-codes": {
    summary: "Makes new recovery codes; the older ones end",
    access: "login",
    body: PasswordAndCode,
    answer: RecoveryCodes,
    errors: ["wrong_password", "second_factor_wrong", "second_factor_off", "rate_limited"],
  },
} as const satisfies Calls;
