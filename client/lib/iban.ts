// A Turkish IBAN while it is typed: groups of four on the screen, none on the wire.
import { extractIBAN, isValidIBAN } from "ibantools";
import { inFours } from "./in_fours.ts";

/** The text of a field and where its caret stands. */
export interface Typed {
  text: string;
  caret: number;
}

/** 'TR33 0006 1005 …': upper case in groups of four, anything but letters and digits left out. */
export function formatIban(text: string): string {
  return inFours(bare(text));
}

/**
 * Formats what is being typed; the caret stays behind the character that it stood behind. `forward` says that
 * the Delete key was pressed (inputType `deleteContentForward`): the caret then steps over a blank, which
 * would otherwise come back for ever.
 */
export function typeIban({ text, caret }: Typed, forward = false): Typed {
  const formatted = formatIban(text);
  const before = bare(text.slice(0, caret)).length;
  const blanks = Math.floor(Math.max(0, forward ? before : before - 1) / 4);
  return { text: formatted, caret: Math.min(before + blanks, formatted.length) };
}

/** Whether this is a Turkish IBAN with right check digits (ISO 13616), blanks or not. */
export function isTurkishIban(text: string): boolean {
  const iban = bare(text);
  return isValidIBAN(iban) && extractIBAN(iban).countryCode === "TR";
}

function bare(text: string): string {
  return text.toUpperCase().replace(/[^A-Z0-9]/g, "");
}
