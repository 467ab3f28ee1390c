// The addresses of database files.

/** The `file:` URL of `path`; a folder's name may hold what means something else in a URL. */
export function fileUrl(path: string): string {
  return `file:${path.replace(/[%?#]/g, encodeURIComponent)}`;
}

/** The path behind a `file:` URL. */
export function pathOf(url: string): string {
  return decodeURIComponent(url.slice("file:".length));
}
