// Titles: the screen first, since a tab shows only its beginning.

/** For a route's `head`. */
export function titled(screen: string) {
  return () => ({ meta: [{ title: `${screen} · Sıradaki` }] });
}
