// How texts are compared: searches, and songs that guests write in their own words. Pure.

/**
 * Folds text for comparison: İ, I, ı and i are one letter, accents are dropped, quotes are removed, and other
 * punctuation becomes blanks.
 */
export function fold(text: string): string {
  return text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "").replaceAll("ı", "i")
    .replace(/['’]/g, "").replace(/[^\p{L}\p{N}]+/gu, " ").trim();
}

/** The words of a text, folded. */
export function foldedWords(text: string): string[] {
  return fold(text).split(" ").filter((word) => word !== "");
}
