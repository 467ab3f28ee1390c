// How an IBAN is read aloud. Apart from iban.ts, which brings the rules of every country along.

/** 'TR33 0006 …' of an IBAN without blanks. */
export function inFours(iban: string): string {
  return iban.replace(/.{4}(?=.)/g, "$& ");
}
