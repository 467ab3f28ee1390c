// Accounts on the wire (spec 7, contract: HTTP).
import { z } from "zod";
import { CafeName } from "./cafes.ts";
import { CODE_LENGTH, PASSWORD_MAX, PASSWORD_MIN } from "./limits.ts";

/** The longest address that SMTP carries (RFC 5321, 4.5.3.1.3, less the angle brackets). */
const EMAIL_MAX = 254;

/** 15 digits with all that people write between them. */
const PHONE_MAX = 40;

/** An address, compared without case and without the blanks around it. */
export const Email = z.string().trim().toLowerCase().max(EMAIL_MAX).pipe(z.email());
/** A password as it was typed: any characters, all of them counted; NFC so that two keyboards agree. */
export const NewPassword = z.string().transform((s) => s.normalize("NFC"))
  .refine((s) => [...s].length >= PASSWORD_MIN && [...s].length <= PASSWORD_MAX);
/** A password to compare with: what could never have been set is simply wrong, but a megabyte is not hashed. */
const GivenPassword = z.string().max(4 * PASSWORD_MAX).transform((s) => s.normalize("NFC"));

export const Registration = z.object({
  name: CafeName,
  email: Email,
  password: NewPassword,
  phoneNumber: z.string().trim().max(PHONE_MAX).regex(/^[\d+()\-\p{Zs}]+$/u)
    .refine((s) => /^\d{7,15}$/.test(s.replace(/\D/g, ""))),
});
export type Registration = z.infer<typeof Registration>;

export const Verification = z.object({
  email: Email,
  verificationCode: z.string().transform((s) => s.replace(/\s/g, "")).pipe(
    z.string().min(1).max(CODE_LENGTH),
  ),
});
export type Verification = z.infer<typeof Verification>;

export const Credentials = z.object({
  email: Email,
  password: GivenPassword.pipe(z.string().min(1)),
});
export type Credentials = z.infer<typeof Credentials>;

export const EmailOnly = z.object({ email: Email });
export type EmailOnly = z.infer<typeof EmailOnly>;

export const PasswordReset = z.object({ password: NewPassword });
export type PasswordReset = z.infer<typeof PasswordReset>;

export const AccountDeletion = z.object({ password: GivenPassword });
export type AccountDeletion = z.infer<typeof AccountDeletion>;

/** What verify and login answer: the login token for `x-auth-token`, good for 7 days. */
export const TokenAnswer = z.object({ token: z.string() });
export type TokenAnswer = z.infer<typeof TokenAnswer>;

export const MsgAnswer = z.object({ msg: z.string() });
export type MsgAnswer = z.infer<typeof MsgAnswer>;

export const Role = z.enum(["owner", "admin"]);
export type Role = z.infer<typeof Role>;

/** The part of the login token that the client reads to choose its screens; the server never trusts it. */
export const TokenPayload = z.object({ user: z.object({ id: z.string(), role: Role }) });
export type TokenPayload = z.infer<typeof TokenPayload>;
