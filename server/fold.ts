// How texts are compared: searches, and songs that guests write in their own words. Pure.
import { fold } from "./contract/fold.ts";

// The panel folds as the server does, so the function is part of the contract.
export { fold };

/** The words of a text, folded. */
export function foldedWords(text: string): string[] {
  return fold(text).split(" ").filter((word) => word !== "");
}
