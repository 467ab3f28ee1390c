// How passwords are compared with words.

/** Without case and diacritics: Şifre, ŞİFRE and sifre are equal, as they are for someone who guesses. */
export function plainLetters(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replaceAll("ı", "i");
}
