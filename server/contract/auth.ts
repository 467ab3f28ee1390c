// Registering, verifying, logging in and out, the logins of an account, and its password (docs/accounts.md).
import * as z from "zod/mini";
import { ROLES } from "./access.ts";
import { CafeName } from "./cafes.ts";
import type { Calls } from "./call.ts";
import { CODE_LENGTH, MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from "./limits.ts";
import { SecondFactorCode, visibleLine } from "./fields.ts";

/** The longest address that SMTP carries (RFC 5321 section 4.5.3.1.3, less the angle brackets). */
const MAX_EMAIL_LENGTH = 254;
/** 15 digits and the punctuation that people write between them. */
const MAX_PHONE_LENGTH = 40;

/** An e-mail address in lower case, without surrounding blanks. */
export const Email = z.pipe(
  // A Turkish keyboard begins a line with 'İ', whose lower case is an 'i' with a dot above it.
  z.string().check(
    z.trim(),
    z.toLowerCase(),
    z.overwrite((s) => s.replace(/i\u0307/g, "i")),
    z.maxLength(MAX_EMAIL_LENGTH),
  ),
  z.email(),
);

/** A password to set. It may contain any character; NFC makes two keyboards agree on it. */
export const NewPassword = z.string().check(
  z.normalize("NFC"),
  z.refine((s) => [...s].length >= MIN_PASSWORD_LENGTH && [...s].length <= MAX_PASSWORD_LENGTH),
);

/** A password to compare. One that could never have been set is wrong; the bound keeps it from being hashed. */
export const GivenPassword = z.string().check(
  z.maxLength(4 * MAX_PASSWORD_LENGTH),
  z.normalize("NFC"),
);

export const Registration = z.object({
  name: CafeName,
  email: Email,
  password: NewPassword,
  phoneNumber: z.string().check(
    z.trim(),
    z.maxLength(MAX_PHONE_LENGTH),
    z.regex(/^[\d+().\-\p{Zs}]+$/u),
    z.refine((s) => /^\d{7,15}$/.test(s.replace(/\D/g, ""))),
  ),
});
export type Registration = z.infer<typeof Registration>;

export const Verification = z.object({
  email: Email,
  /** Blanks are dropped: pasting from a letter brings them along. */
  verificationCode: z.pipe(
    z.pipe(z.string(), z.transform((s: string) => s.replace(/\s/g, ""))),
    z.string().check(z.minLength(1), z.maxLength(CODE_LENGTH)),
  ),
});
export type Verification = z.infer<typeof Verification>;

export const Credentials = z.object({
  email: Email,
  password: GivenPassword.check(z.minLength(1)),
  /** Asked for if the account has a second factor (docs/accounts.md#second-factor). */
  code: z.optional(SecondFactorCode),
});
export type Credentials = z.infer<typeof Credentials>;

export const EmailOnly = z.object({ email: Email });
export type EmailOnly = z.infer<typeof EmailOnly>;

export const PasswordReset = z.object({ password: NewPassword });
export type PasswordReset = z.infer<typeof PasswordReset>;

/** A login token for `x-auth-token`, valid for 7 days. */
export const TokenAnswer = z.object({ token: z.string() });
export type TokenAnswer = z.infer<typeof TokenAnswer>;

/** A Turkish sentence for the screen. */
export const MsgAnswer = z.object({ msg: z.string() });
export type MsgAnswer = z.infer<typeof MsgAnswer>;

/**
 * The part of a login token from which the client chooses its screens. The server does not trust it. `cafe` is the owner's
 * id of the cafe that it speaks for, if that is not the person's own.
 */
export const TokenPayload = z.object({
  user: z.object({ id: z.string(), role: z.enum(ROLES) }),
  cafe: z.optional(z.string()),
});
export type TokenPayload = z.infer<typeof TokenPayload>;

export const AUTH_CALLS = {
  "POST /api/auth/register": {
    summary: "Registers a cafe; a letter with a 6-digit code goes out",
    access: "everyone",
    body: Registration,
    status: 201,
    answer: MsgAnswer,
    errors: ["registration_closed", "password_too_common", "email_taken", "rate_limited"],
  },
  "POST /api/auth/verify": {
    summary: "Verifies an account with the code from the letter and logs in",
    access: "everyone",
    body: Verification,
    answer: TokenAnswer,
    errors: ["wrong_code"],
  },
  "POST /api/auth/resend-code": {
    summary: "Sends a new code; the answer is the same whether such an account exists or not",
    access: "everyone",
    body: EmailOnly,
    answer: MsgAnswer,
    errors: ["rate_limited"],
  },
  "POST /api/auth/login": {
    summary: "Logs in; the token is good for 7 days",
    access: "everyone",
    body: Credentials,
    answer: TokenAnswer,
    errors: [
      "wrong_credentials",
      "account_unverified",
      "second_factor_required",
      "second_factor_wrong",
      "rate_limited",
    ],
  },
  "POST /api/auth/forgot-password": {
    summary: "Sends a reset link; the answer is the same whether such an account exists or not",
    access: "everyone",
    body: EmailOnly,
    answer: MsgAnswer,
    errors: ["rate_limited"],
  },
  "GET /api/auth/reset-password/:token": {
    summary: "Whether the link's token would still set a new password. Changes nothing",
    access: "everyone",
    errors: ["reset_link_invalid"],
  },
  "PUT /api/auth/reset-password/:token": {
    summary: "Sets a new password with the link's token; every older login ends",
    access: "everyone",
    body: PasswordReset,
    answer: MsgAnswer,
    errors: ["reset_link_invalid", "password_too_common", "rate_limited"],
  },
  "POST /api/auth/logout": { summary: "Ends this one login", access: "login" },
} as const satisfies Calls;

/** The longest name of a device, in letters. */
export const MAX_DEVICE_NAME_LENGTH = 40;

export const DeviceName = z.object({ device: visibleLine(MAX_DEVICE_NAME_LENGTH) });
export type DeviceName = z.infer<typeof DeviceName>;

export const LoginSession = z.object({
  _id: z.string(),
  /** What it was made on: 'Chrome, Windows', or the name that a person gave it. Null if that is not known. */
  device: z.nullable(z.string()),
  createdAt: z.iso.datetime(),
  /** When the login was last used, to the hour. */
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
  /** The present password. */
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
  "PUT /api/auth/sessions": {
    summary: "Names the device of this login, in the list of logins and where its page plays",
    access: "login",
    body: DeviceName,
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
