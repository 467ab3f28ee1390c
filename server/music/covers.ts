// Which addresses of covers may be stored and shown (docs/music.md#covers). Pure.

/** Of a path of our own, the part behind the prefix. */
const FILE_NAME = /^[\w.-]+$/;

/**
 * The cover's address if it comes from one of a provider's `origins`, else empty. An address below a path of our own
 * loses its host, because guests may reach this server by another address than the owner.
 */
export function allowedCover(url: string, origins: readonly string[]): string {
  if (!URL.canParse(url, "http://self")) return "";
  const { origin, pathname, username, href } = new URL(url, "http://self");
  const ours = origins.find((prefix) => prefix.startsWith("/") && pathname.startsWith(prefix));
  if (ours && FILE_NAME.test(pathname.slice(ours.length))) return pathname;
  return origins.includes(origin) && username === "" ? href : "";
}
