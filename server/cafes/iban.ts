// Which IBANs may receive a payout.
import { extractIBAN, isValidIBAN } from "ibantools";

/** Whether `iban` (no blanks, upper case) is a Turkish one with right check digits (ISO 13616). */
export function isTurkishIban(iban: string): boolean {
  return isValidIBAN(iban) && extractIBAN(iban).countryCode === "TR";
}
