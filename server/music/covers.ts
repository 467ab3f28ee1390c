// Which cover addresses may be stored and shown (docs/music.md#covers). Pure.

/** What may follow the prefix of a path of our own. */
const FILE_NAME = /^[\w.-]+$/;

/**
 * Returns the cover's address if it belongs to one of a provider's `origins`, else an empty string. An address below a
 * path of our own loses its host, because guests may reach this server at another address than the owner.
 */
export function allowedCover(url: string, origins: readonly string[]): string {
  if (!URL.canParse(url, "http://self")) return "";
  const { origin, pathname, username, href } = new URL(url, "http://self");
  const ours = origins.find((prefix) => prefix.startsWith("/") && pathname.startsWith(prefix));
  if (ours && FILE_NAME.test(pathname.slice(ours.length))) return pathname;
  return origins.includes(origin) && username === "" ? href : "";
}
