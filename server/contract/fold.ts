// How texts are compared: searches, blocked words, and songs that guests write in their own words. Pure.

/**
 * Folds text for comparison: İ, I, ı and i are one letter, accents are dropped, quotes are removed, and other
 * punctuation becomes blanks.
 */
export function fold(text: string): string {
  return text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "").replaceAll("ı", "i")
    .replace(/['’]/g, "").replace(/[^\p{L}\p{N}]+/gu, " ").trim();
}

/** What a name takes after an apostrophe, as in Ankara'nın. "Don't" is one word. */
const SUFFIX = /(?<=[\p{L}\p{N}])['’](?!t\b)\p{L}+/gu;

/**
 * The text in which blocked words are looked for: title and artist folded, each word between two blanks, and once more
 * without the suffixes of names if there are any.
 */
export function foldedSong(title: string, artist: string): string {
  const whole = ` ${fold(title)} | ${fold(artist)} `;
  const [bareTitle, bareArtist] = [title.replace(SUFFIX, ""), artist.replace(SUFFIX, "")];
  if (bareTitle === title && bareArtist === artist) return whole;
  return `${whole}| ${fold(bareTitle)} | ${fold(bareArtist)} `;
}

// Which requests are for one song. Pure.

/**
 * The same text for two requests of one song: its uri, or in free words, which have one uri for all songs, the folded words
 * (docs/manual.md#requests).
 */
export function songOf(
  { uri, songTitle, artist }: { uri: string; songTitle: string; artist: string },
): string {
  return uri.endsWith(":") ? JSON.stringify([uri, fold(songTitle), fold(artist)]) : uri;
}
