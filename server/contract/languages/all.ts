// The languages besides Turkish in which guests can read their pages. Another one is a file beside this, and a line here
// (docs/languages.md). language.ts makes the list of all.
export { ENGLISH } from "./en.ts";
export { GERMAN } from "./de.ts";
