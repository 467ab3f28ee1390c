// The logins of an account, how one goes on, and changing the password (docs/accounts.md#sessions).
import * as z from "zod/mini";
import { GivenPassword, NewPassword, TokenAnswer } from "./auth.ts";
import type { Calls } from "./call.ts";

export const LoginSession = z.object({
  _id: z.string(),
  /** What it was made on: 'Chrome, Windows'. Null if that is not known. */
  device: z.nullable(z.string()),
  createdAt: z.iso.datetime(),
  /** To the hour. */
  lastUsedAt: z.iso.datetime(),
  /** When it ends for good, however often it is renewed: at 06:00 in Istanbul. */
  endsAt: z.iso.datetime(),
  /** Whether this call was made with it. */
  current: z.boolean(),
});
export type LoginSession = z.infer<typeof LoginSession>;

export const Renewed = z.object({ token: z.string(), endsAt: z.iso.datetime() });
export type Renewed = z.infer<typeof Renewed>;

export const PasswordChange = z.object({
  /** The present one. */
  password: GivenPassword,
  newPassword: NewPassword,
});
export type PasswordChange = z.infer<typeof PasswordChange>;

export const SESSION_CALLS = {
  "POST /api/auth/renew": {
    summary:
      "Renews the login: a token for 7 more days, until 06:00 in Istanbul after 90 days, which is `endsAt`",
    access: "login",
    answer: Renewed,
  },
  "GET /api/auth/sessions": {
    summary: "The account's logins, the one used last first",
    access: "login",
    answer: z.array(LoginSession),
  },
  "DELETE /api/auth/sessions": {
    summary: "Ends every login of the account but this one",
    access: "login",
  },
  "DELETE /api/auth/sessions/:id": {
    summary: "Ends one login of the account, at once",
    access: "login",
    errors: ["session_not_found"],
  },
  "PUT /api/auth/password": {
    summary:
      "Changes the password; every other login of the account ends, and this one goes on with the token of the answer",
    access: "login",
    body: PasswordChange,
    answer: TokenAnswer,
    errors: ["wrong_password", "password_too_common", "rate_limited"],
  },
} as const satisfies Calls;
