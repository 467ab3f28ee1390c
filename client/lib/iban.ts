// The text of an IBAN field while it is typed: groups of four on the screen, no spaces on the wire.
import { extractIBAN, isValidIBAN } from "ibantools";
import { groupIban } from "./format.ts";

/** The text of a field and the position of its caret. */
export interface Typed {
  text: string;
  caret: number;
}

/** 'TR33 0006 1005 …': letters and digits alone, in upper case and groups of four. */
export function formatIban(text: string): string {
  return groupIban(bare(text));
}

/**
 * Formats what is being typed. The caret stays behind the same character. `forward` means that the Delete key was
 * pressed (inputType `deleteContentForward`): the caret then steps over a space, since formatting restores a space that
 * was deleted.
 */
export function typeIban({ text, caret }: Typed, forward = false): Typed {
  const formatted = formatIban(text);
  const before = bare(text.slice(0, caret)).length;
  const spaces = Math.floor(Math.max(0, forward ? before : before - 1) / 4);
  return { text: formatted, caret: Math.min(before + spaces, formatted.length) };
}

/** Whether `text` is a Turkish IBAN with valid check digits (ISO 13616). Spaces are ignored. */
export function isTurkishIban(text: string): boolean {
  const iban = bare(text);
  return isValidIBAN(iban) && extractIBAN(iban).countryCode === "TR";
}

function bare(text: string): string {
  return text.toUpperCase().replace(/[^A-Z0-9]/g, "");
}
