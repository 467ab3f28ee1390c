// Adds blocked words to those that there are. Pure.
import * as z from "zod/mini";
import { fold } from "../../../server/contract/fold.ts";
import { HouseRules } from "../../../server/contract/house.ts";

/** The words with those in `text`, undefined if they are not allowed. Words that are equal once folded are one. */
export function withWords(words: string[], text: string): string[] | undefined {
  const added = text.split(",").map((word) => word.trim()).filter((word) => word !== "");
  const known = new Map([...words, ...added].reverse().map((word) => [fold(word), word]));
  const all = [...words, ...added].filter((word) => known.get(fold(word)) === word);
  const distinct = [...new Set(all)];
  const isValid = added.length > 0 && !known.has("") &&
    z.safeParse(HouseRules.shape.blockedWords, distinct).success;
  return isValid ? distinct : undefined;
}
