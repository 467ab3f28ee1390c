// Reads an amount of money as people type it in Turkish. Pure.

/** Digits, and at most two decimals after a comma or a point. A comma that nothing follows yet is being typed. */
const PLAIN = /^(\d+)(?:[,.](\d{0,2}))?$/;
/** Thousands in groups of three, separated by points or by blanks, and at most two decimals after a comma. */
const GROUPED = /^([1-9]\d{0,2}(?:(?:\.\d{3})+|(?:\s\d{3})+))(?:,(\d{0,2}))?$/;
const CURRENCY = /^₺\s*|\s*(?:₺|TL)$/gi;

/**
 * Reads '12,50', '1.000' or '1.000,50', also with 'TL' or '₺', and returns TL. One or two digits after a point are
 * decimals ('12.5'), three are thousands ('1.000'). Returns undefined if the text cannot be read, or could be read in
 * two ways: '1,000' and '0.500'.
 */
export function readAmount(text: string): number | undefined {
  const bare = text.trim().replace(CURRENCY, "");
  const [, whole, decimals = ""] = PLAIN.exec(bare) ?? GROUPED.exec(bare) ?? [];
  return whole === undefined ? undefined : Number(`${whole.replace(/\D/g, "")}.${decimals}`);
}
