// How a song of the cafe's own files is named outside the library: as a uri, and by the address of its cover. Pure.

/** The source's id, which begins its songs' uris. */
export const LIBRARY_SOURCE = "library";

/** All of its songs, shuffled, for an empty queue. */
export const SHUFFLE_URI = `${LIBRARY_SOURCE}:`;

/** Where covers are served; a song's id follows. */
export const COVER_PATH = "/api/library/covers/";

const URI = /^library:([1-9]\d{0,15})$/;

export function libraryUri(id: number): string {
  return `${LIBRARY_SOURCE}:${id}`;
}

/** The id in a song's uri, undefined if it is no uri of the library. */
export function libraryId(uri: string): number | undefined {
  const [, digits] = uri.match(URI) ?? [];
  const id = Number(digits);
  return Number.isSafeInteger(id) ? id : undefined;
}
