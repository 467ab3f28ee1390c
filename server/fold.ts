// How texts are compared, and how well a song matches what was searched for (docs/library.md#search). Pure.
import { fold, foldedSong, foldName, foldNames } from "./contract/fold.ts";

// The panel folds as the server does, so the functions are part of the contract.
export { fold, foldedSong, foldName, foldNames };

export function foldedWords(text: string): string[] {
  return foldName(text).split(" ").filter((word) => word !== "");
}

/**
 * The rank of a song that has every word of `wanted`: 0 is the best, 7 the last. Title matches come first. All texts are
 * folded (fold.ts).
 */
export function rankSong(
  { title, artists }: { title: string; artists: string },
  wanted: string,
): number {
  const tokens = wanted.split(" ");
  if (title === wanted) return 0;
  if (title.startsWith(`${wanted} `)) return 1;
  if (artists === wanted) return 2;
  if (title.startsWith(wanted)) return 3;
  if (begins(title, tokens)) return 4;
  if (begins(artists, tokens)) return 5;
  return begins(`${title} ${artists}`, tokens) ? 6 : 7;
}

function begins(text: string, tokens: string[]): boolean {
  const words = text.split(" ");
  return tokens.every((token) => words.some((word) => word.startsWith(token)));
}

// How passwords are compared with words.

/** Without case and diacritics: Şifre, ŞİFRE and sifre are equal, as they are for someone who guesses. */
export function plainLetters(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replaceAll("ı", "i");
}
