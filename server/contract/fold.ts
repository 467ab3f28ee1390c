// How texts are compared: searches, blocked words, and the words of songs. Pure.

/** Letters that are no other letter with a mark, as they are typed by who does not have them. */
const LETTERS: Record<string, string> = {
  ...{ ı: "i", ø: "o", æ: "ae", œ: "oe", ß: "ss", đ: "d", ð: "d", þ: "th", ł: "l", ə: "e" },
};

/**
 * Folds text for comparison: İ, I, ı and i are one letter, accents are dropped, ø is o and ß is ss, quotes are removed, and
 * other punctuation becomes blanks.
 */
export function fold(text: string): string {
  return text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "")
    .replace(/[ıøæœßđðþłə]/g, (letter) => LETTERS[letter]!)
    .replace(/['’]/g, "").replace(/[^\p{L}\p{N}]+/gu, " ").trim();
}

/**
 * Folds a title or a name, so that one without any letter, such as '$$$' or an emoji, can be found and told from others: its
 * signs are written as their numbers.
 */
export function foldName(name: string): string {
  const folded = fold(name);
  if (folded !== "") return folded;
  const signs = name.normalize("NFC").replace(/[\p{M}\p{Cc}\p{Cf}\uFE0F]/gu, "").trim();
  return signs.replace(/\s+/g, " ")
    .replace(/[^ ]/gu, (sign) => `x${sign.codePointAt(0)!.toString(16)}`);
}

/** Several names folded, in the text that a search looks in. */
export function foldNames(...names: string[]): string {
  return names.map(foldName).filter((name) => name !== "").join(" ");
}

/** What a name takes after an apostrophe, as in Ankara'nın. "Don't" is one word. */
const SUFFIX = /(?<=[\p{L}\p{N}])['’](?!t\b)\p{L}+/gu;

/**
 * The text in which blocked words are looked for: title and artist folded, each word between two blanks, and once more
 * without the suffixes of names if there are any.
 */
export function foldedSong(title: string, artist: string): string {
  const whole = ` ${foldName(title)} | ${foldName(artist)} `;
  const [bareTitle, bareArtist] = [title.replace(SUFFIX, ""), artist.replace(SUFFIX, "")];
  if (bareTitle === title && bareArtist === artist) return whole;
  return `${whole}| ${fold(bareTitle)} | ${fold(bareArtist)} `;
}
