// The longest title or artist that is shown and kept. Pure.

/** Characters of a title or an artist that a request may have. */
const MAX_TEXT = 300;

/** Cuts to MAX_TEXT, and drops half a surrogate pair at the end. */
export function cutText(text: string): string {
  return text.slice(0, MAX_TEXT).replace(/[\uD800-\uDBFF]$/, "");
}
