// Checks whether an IBAN may receive a payout (docs/money.md#payouts).
import { extractIBAN, isValidIBAN } from "ibantools";

/** Whether `iban` (upper case, without blanks) is Turkish and has valid check digits (ISO 13616). */
export function isTurkishIban(iban: string): boolean {
  return isValidIBAN(iban) && extractIBAN(iban).countryCode === "TR";
}
