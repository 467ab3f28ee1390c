// Converts between paths and the `file:` URLs of the configuration.

/** The `file:` URL of `path`. Characters with a meaning in URLs are escaped. */
export function fileUrl(path: string): string {
  return `file:${path.replace(/[%?#]/g, encodeURIComponent)}`;
}

/** The path of a `file:` URL. */
export function pathOf(url: string): string {
  return decodeURIComponent(url.slice("file:".length));
}
