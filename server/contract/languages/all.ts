// The languages in which guests can read their pages. Another one is a file beside this, and a line here
// (docs/languages.md).
import { GERMAN } from "./de.ts";
import { ENGLISH } from "./en.ts";
import type { Language } from "./language.ts";
import { TURKISH } from "./tr.ts";

/** In the order of their links. */
export const LANGUAGES: readonly Language[] = [
  TURKISH,
  ENGLISH,
  GERMAN,
];

/** The language with this tag, or Turkish. */
export function languageOf(tag: string | undefined): Language {
  return LANGUAGES.find((language) => language.tag === tag) ?? TURKISH;
}
