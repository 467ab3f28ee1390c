// What is wrong with a field, said before the form is sent. The contract's schemas decide, here as on the server.
import * as z from "zod/mini";
import { Email, GivenPassword, NewPassword, Registration } from "../../server/contract/auth.ts";
import { CafeName, Profile } from "../../server/contract/cafes.ts";
import { FIELD_MESSAGES } from "../../server/contract/field_messages.ts";
import { SecondFactorCode } from "../../server/contract/fields.ts";
import {
  CODE_LENGTH,
  MAX_PASSWORD_LENGTH,
  MIN_PASSWORD_LENGTH,
} from "../../server/contract/limits.ts";

/** Returns a Turkish sentence about the typed value, or undefined if it may be sent. */
type Rule = (value: string) => string | undefined;

export const emailFault = fits(Email, FIELD_MESSAGES.email);
export const phoneFault = fits(Registration.shape.phoneNumber, FIELD_MESSAGES.phoneNumber);
export const accountHolderFault = fits(
  Profile.shape.accountHolderName,
  FIELD_MESSAGES.accountHolderName,
);

export const cafeNameFault: Rule = (value) =>
  value.trim() === "" ? "Kafenizin adını girin." : fits(CafeName, FIELD_MESSAGES.name)(value);

export const memberNameFault: Rule = (value) =>
  value.trim() === "" ? "Kişinin adını girin." : fits(CafeName, FIELD_MESSAGES.name)(value);

/** A password to set. */
export const passwordFault: Rule = (value) => {
  if (z.safeParse(NewPassword, value).success) return;
  return [...value.normalize("NFC")].length < MIN_PASSWORD_LENGTH
    ? `Şifre en az ${MIN_PASSWORD_LENGTH} karakter olmalıdır.`
    : `Şifre en fazla ${MAX_PASSWORD_LENGTH} karakter olabilir.`;
};

/** A password that has been set before may be any characters, even only blanks. */
export const passwordMissing: Rule = (value) =>
  value === "" ? "Şifrenizi girin." : fits(GivenPassword, FIELD_MESSAGES.password)(value);

/** Stricter than the server, which answers to a code of another length as to a wrong one. */
export const codeFault: Rule = (value) =>
  new RegExp(`^\\d{${CODE_LENGTH}}$`).test(value.replace(/\s/g, ""))
    ? undefined
    : `E-postanızdaki ${CODE_LENGTH} haneli kodu girin.`;

/** A code of the authenticator app. */
export const appCodeFault: Rule = (value) =>
  new RegExp(`^\\d{${CODE_LENGTH}}$`).test(value.replace(/[\s-]/g, ""))
    ? undefined
    : `Uygulamanızın gösterdiği ${CODE_LENGTH} haneli kodu girin.`;

/** A code of the app, or a recovery code. */
export const secondFactorFault = fits(SecondFactorCode, FIELD_MESSAGES.code);

export const recoveryCodeFault: Rule = (value) =>
  fits(SecondFactorCode, "")(value) === undefined
    ? undefined
    : "Kurtarma kodlarınızdan birini girin.";

function fits(schema: z.core.$ZodType, sentence: string | undefined): Rule {
  return (value) => z.safeParse(schema, value).success ? undefined : sentence;
}
