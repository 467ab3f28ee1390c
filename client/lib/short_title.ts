// A song's title inside a sentence. Pure.

/** Guests may send titles of 300 characters (docs/requests.md#sending). */
const MAX_CHARACTERS = 60;

/** The title, or its beginning with an ellipsis, so that the end of the sentence stays on a phone's screen. */
export function shortTitle(title: string): string {
  const characters = [...title];
  if (characters.length <= MAX_CHARACTERS) return title;
  return `${characters.slice(0, MAX_CHARACTERS - 1).join("").trimEnd()}…`;
}
