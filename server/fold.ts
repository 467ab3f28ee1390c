// How texts are compared: searches, and songs that guests write in their own words. Pure.
import { fold, foldedSong } from "./contract/fold.ts";

// The panel folds as the server does, so the functions are part of the contract.
export { fold, foldedSong };

/** The words of a text, folded. */
export function foldedWords(text: string): string[] {
  return fold(text).split(" ").filter((word) => word !== "");
}
