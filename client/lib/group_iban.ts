// An IBAN in groups of four. Apart from iban.ts, which imports the IBAN rules of every country.

/** 'TR33 0006 …' for an IBAN without spaces. */
export function groupIban(iban: string): string {
  return iban.replace(/.{4}(?=.)/g, "$& ");
}
