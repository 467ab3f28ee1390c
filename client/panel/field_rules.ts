// Checks fields before a form is sent. The server decides.
import { FIELD_MESSAGES } from "../../server/contract/field_messages.ts";
import {
  CODE_LENGTH,
  MAX_PASSWORD_LENGTH,
  MIN_PASSWORD_LENGTH,
} from "../../server/contract/limits.ts";

type Rule = (value: string) => string | undefined;

export const emailFault: Rule = (value) =>
  /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value.trim()) ? undefined : FIELD_MESSAGES.email;

export const passwordFault: Rule = (value) => {
  const length = [...value.normalize("NFC")].length;
  if (length < MIN_PASSWORD_LENGTH) return `Şifre en az ${MIN_PASSWORD_LENGTH} karakter olmalıdır.`;
  if (length > MAX_PASSWORD_LENGTH) {
    return `Şifre en fazla ${MAX_PASSWORD_LENGTH} karakter olabilir.`;
  }
};

/** A password that was set already: any characters, blanks alone too. */
export const passwordMissing: Rule = (value) => value === "" ? "Şifrenizi girin." : undefined;

export const phoneFault: Rule = (value) =>
  /^[\d+()\-\s]+$/.test(value) && /^\d{7,15}$/.test(value.replace(/\D/g, ""))
    ? undefined
    : FIELD_MESSAGES.phoneNumber;

/** Blanks are what pasting from a letter brings along. */
export const codeFault: Rule = (value) =>
  new RegExp(`^\\d{${CODE_LENGTH}}$`).test(value.replace(/\s/g, ""))
    ? undefined
    : `E-postanızdaki ${CODE_LENGTH} haneli kodu girin.`;

/** A rule that only asks for something to be there. */
export function required(sentence: string): Rule {
  return (value) => value.trim() === "" ? sentence : undefined;
}
