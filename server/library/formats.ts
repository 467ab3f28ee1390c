// Which files are songs, by the ends of their names (docs/library.md#formats). Pure.

/** The media types of what browsers play. */
const TYPES = new Map([
  ["mp3", "audio/mpeg"],
  ["m4a", "audio/mp4"],
  ["aac", "audio/aac"],
  ["flac", "audio/flac"],
  ["ogg", "audio/ogg"],
  ["oga", "audio/ogg"],
  ["opus", "audio/ogg"],
  ["wav", "audio/wav"],
]);

/** Audio that no browser plays. */
const OTHERS = ["aif", "aiff", "ape", "dff", "dsf", "m4p", "mka", "mpc", "ra", "wma", "wv"];

/** The end of a file's name in lower case, without the dot; empty if there is none. */
export function extensionOf(path: string): string {
  return /\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? "";
}

/** Its media type, undefined if browsers do not play it. */
export function mediaTypeOf(path: string): string | undefined {
  return TYPES.get(extensionOf(path));
}

/** Whether it is audio by its name, also such as browsers do not play. */
export function isAudio(path: string): boolean {
  return mediaTypeOf(path) !== undefined || OTHERS.includes(extensionOf(path));
}
