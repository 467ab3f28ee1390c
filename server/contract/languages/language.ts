// What a language of the guests' pages consists of (docs/languages.md). Turkish gives the keys.
import { TEXTS } from "./tr.ts";

/** What the cafe page's script says. A language that lacks a key does not compile. */
export type Texts = Readonly<Record<keyof typeof TEXTS, string>>;

/** The texts as a page carries them: a line each, in the order in which the build has numbered their names. */
export function sentTexts(texts: Texts): string {
  return TEXT_NAMES.map((name) => texts[name]).join("\n");
}

export const TEXT_NAMES = Object.keys(TEXTS) as (keyof Texts)[];
